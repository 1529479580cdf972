import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { CarrierJournalEntry } from '@parcelyard/contracts/shipping';
import type { Cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { CarrierMismatch } from './carriers/carrier-mismatch';
import type { TrackingScan } from './carriers/carrier-port';
import type { CarrierRegistry } from './carriers/carrier-registry';
import type { AddressCheck } from './domain/address/address-check';
import type { PostalAddress } from './domain/address/postal-address';
import type { Batch, BatchItem, BatchItemError, BatchStatus, ItemOutcome } from './domain/batch/batch';
import type {
  FrozenOrder,
  Purchase,
  PurchasedLabel,
  PurchaseFailure,
  PurchaseTerms,
} from './domain/purchase';
import type { PurchaseState } from './domain/purchase-state';
import type { SealContent } from './domain/seals';
import type { PrintSetting, ShippingSettings } from './domain/settings';

export type OrdersClient = RpcClient<OrdersDefinition>;
export type BillingClient = RpcClient<BillingDefinition>;

/** Makes and opens the tokens that get_rates and register_carrier hand out. */
export interface Sealer {
  /** A name that no other rating has. */
  newRating(): string;
  seal(kind: SealKind, content: SealContent): Promise<string>;
  /** undefined for anything that is not an intact seal of this kind. */
  open(kind: SealKind, token: string): Promise<SealContent | undefined>;
}
/** rate · package · agreement */
export type SealKind = 'r' | 'p' | 'a';

export interface SettingsStore {
  /** Defaults where nothing was saved. */
  get(accountId: number): Promise<ShippingSettings>;
  change(accountId: number, changes: Partial<ShippingSettings>): Promise<ShippingSettings>;
}

/** Checks addresses; never throws for what it finds or for a check that it could not make. */
export interface AddressVerifier {
  verify(address: PostalAddress): Promise<AddressCheck>;
}

export interface AcceptedAgreement {
  readonly accountId: number;
  readonly carrier: string;
  /** Empty for an account that was opened without a number. */
  readonly accountNumber: string;
  readonly agreementVersion: string;
  readonly acceptedAt: Date;
}

export interface LinkedCarrierAccount {
  readonly id: number;
  readonly carrier: string;
  readonly accountNumber: string;
  readonly status: 'active';
  readonly linkedAt: Date;
}

export interface CarrierAccountStore {
  /** One carrier account per account, carrier and number, however often it is linked; the last acceptance is kept. */
  link(agreement: AcceptedAgreement): Promise<{ readonly id: number; readonly status: 'active' }>;
  /** By carrier, then number. */
  list(accountId: number): Promise<readonly LinkedCarrierAccount[]>;
}

export interface NewPurchase {
  readonly accountId: number;
  readonly orderId: number;
  readonly generation: number;
  readonly terms: PurchaseTerms;
}

/** What a driver may note on a purchase beside its state. */
export interface PurchaseNotes {
  order?: FrozenOrder;
  fee?: Cents;
  sentAt?: Date;
  label?: PurchasedLabel;
  failure?: PurchaseFailure;
  voidRequestedAt?: Date;
  voidRefusal?: string;
  refundDueAt?: Date;
}

/** Every write is filtered on the driver's fence and takes the lease anew. */
export interface PurchaseStore {
  /** undefined when the order is owned by another purchase or the generation is taken. */
  claim(purchase: NewPurchase): Promise<Purchase | undefined>;
  /** The purchase that owns the order, if any. */
  findOwner(accountId: number, orderId: number): Promise<Purchase | undefined>;
  /** 0 when the order was never tried. */
  lastGeneration(accountId: number, orderId: number): Promise<number>;
  find(accountId: number, id: PurchaseId): Promise<Purchase | undefined>;
  /** The latest purchase of an order of whichever account; for operators. */
  findLatestOfAnyAccount(orderId: number): Promise<Purchase | undefined>;
  /** @throws LeaseLostError when another driver has taken over */
  move(purchase: Purchase, to: PurchaseState, notes?: PurchaseNotes): Promise<Purchase>;
  /** @throws LeaseLostError */
  note(purchase: Purchase, notes: PurchaseNotes): Promise<Purchase>;
  /** Renews the lease unless that was just done; before every call that may take seconds. @throws LeaseLostError */
  renewLease(purchase: Purchase): Promise<Purchase>;
  /** Leaves the purchase to whoever looks after the pause. No-op when another driver has taken over. */
  defer(purchase: Purchase, pauseMs: number): Promise<void>;
  list(page: { accountId: number; after: string; limit: number }): Promise<readonly Purchase[]>;
  /** How the labels of these purchases stand, by purchase. */
  labelStates(accountId: number, ids: readonly PurchaseId[]): Promise<ReadonlyMap<PurchaseId, LabelState>>;
}

export interface LabelState {
  readonly voided: boolean;
  /** Kinds of its files. */
  readonly documents: readonly string[];
}

export interface StoredFile {
  readonly content: Buffer;
  readonly contentType: string;
  readonly fileName: string;
}

/** A stored file without its bytes. */
export interface FileFacts extends Omit<StoredFile, 'content'> {
  readonly size: number;
  /** Names this very content. */
  readonly etag: string;
}

export interface LabelFileStore {
  /** Keeps the first content that is stored under an id, however long it is. */
  put(id: LabelFileId, file: StoredFile): Promise<void>;
  /** The whole of a file that fits into one part, as every single label does. */
  get(id: LabelFileId): Promise<StoredFile | undefined>;
  describe(id: LabelFileId): Promise<FileFacts | undefined>;
  /** The bytes from an offset to the end of the part that holds it; a part has 8 MiB. */
  read(id: LabelFileId, offset: number): Promise<(FileFacts & { readonly content: Buffer }) | undefined>;
}

export interface LabelFileId {
  readonly accountId: number;
  readonly purchaseId: string;
  readonly kind: string;
}

/** Turns a file into the last part of its link and back. */
export interface LinkSigner {
  sign(id: LabelFileId): string;
  /** undefined for anything but an intact token. */
  verify(token: string): LabelFileId | undefined;
}

/** Parcels that are still on their way, each looked after when it is due. */
export interface ParcelWatch {
  /** Idempotent per purchase. */
  begin(parcel: WatchedParcel): Promise<void>;
  /** Keeps the scans that are known now, and has the parcel looked after at once, also one whose way seemed over. */
  refreshNow(accountId: number, purchaseId: string, scans: readonly TrackingScan[]): Promise<void>;
  /** Parcels under this number, of whichever account: carriers use a number again after years. */
  findByTrackingNumber(trackingNumber: string): Promise<readonly TrackedParcel[]>;
}

export interface WatchedParcel {
  readonly accountId: number;
  readonly purchaseId: string;
  readonly orderId: number;
  readonly carrier: string;
  /** What the carrier knows the label by. */
  readonly carrierReference: string;
  readonly trackingNumber: string;
}

export interface TrackedParcel extends WatchedParcel {
  /** As the carrier last told them, oldest first. */
  readonly scans: readonly TrackingScan[];
}

/** What the carriers say that they sold, of their own accord. */
export interface CarrierJournal {
  /** The first page after '', the next after `next` of the one before, which is '' at the end; account 0 means all. */
  list(page: {
    accountId: number;
    after: string;
    limit: number;
  }): Promise<{ readonly entries: readonly CarrierJournalEntry[]; readonly next: string }>;
}

/** What the purchase saga needs from outside. */
export interface PurchasePorts {
  readonly purchases: PurchaseStore;
  readonly files: LabelFileStore;
  readonly links: LinkSigner;
  readonly watch: ParcelWatch;
  readonly carriers: CarrierRegistry;
  readonly orders: OrdersClient;
  readonly billing: BillingClient;
  /** Between a carrier's yes to a void and the refund. */
  readonly refundDelayMs: number;
  readonly clock: Clock;
  readonly failPoint: FailPoint;
  readonly logger: Logger;
  /** A carrier answered with something else than what it was asked about. */
  readonly mismatched: (mismatch: CarrierMismatch) => void;
}

export interface NewBatch {
  readonly accountId: number;
  readonly items: readonly BatchItem[];
  readonly shipFrom: PostalAddress;
  readonly printSetting: PrintSetting;
  readonly createdAt: Date;
}

/** Every write of a driver is filtered on its fence and takes the lease anew. @throws LeaseLostError when another took over */
export interface BatchStore {
  /** Queues it with its event; undefined when the account has an active batch. */
  queue(batch: NewBatch): Promise<Batch | undefined>;
  findActive(accountId: number): Promise<Batch | undefined>;
  find(accountId: number, id: number): Promise<Batch | undefined>;
  findLatest(accountId: number): Promise<Batch | undefined>;
  /** From `queued` to `purchasing`. */
  begin(batch: Batch): Promise<Batch>;
  /** Writes down what became of one item that was open. */
  settleItem(batch: Batch, position: number, outcome: ItemOutcome): Promise<void>;
  /** Leaves the batch to whoever looks after the pause. No-op when another driver has taken over. */
  defer(batch: Batch, pauseMs: number): Promise<void>;
  finish(batch: Batch, status: BatchStatus): Promise<void>;
  /** Ends a batch that never began, every open item with this error. */
  fail(batch: Batch, error: BatchItemError): Promise<void>;
}

/** One PDF of many labels, each as it was printed, whether it is a PDF or an image. */
export type LabelMerger = (labels: readonly StoredFile[], madeAt: Date) => Promise<Buffer>;

/** The one PDF of a batch that has ended. */
export interface LabelSheets {
  /** Makes and keeps it, once however many ask at one time; false when no label is left to print. */
  make(batch: Batch): Promise<boolean>;
}

/** What batches need beside the purchase saga. */
export interface BatchPorts extends PurchasePorts {
  readonly batches: BatchStore;
  readonly settings: SettingsStore;
  readonly addresses: AddressVerifier;
  readonly labelSheets: LabelSheets;
  /** As fixed messages name the service. */
  readonly serviceName: string;
}
