import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { CarrierJournalEntry } from '@parcelyard/contracts/shipping';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { LinkSigner } from './adapters/links/create-link-signer';
import type { BatchStore } from './adapters/mongo/batch-store';
import type { LabelFileId, LabelFileStore } from './adapters/mongo/label-file-store';
import type { ParcelWatch } from './adapters/mongo/parcel-watch';
import type { PurchaseStore } from './adapters/mongo/purchase-store';
import type { SettingsStore } from './adapters/mongo/settings-store';
import type { CarrierMismatch } from './carriers/carrier-mismatch';
import type { CarrierRegistry } from './carriers/carrier-registry';
import type { SellerNotConfigured } from './carriers/seller-not-configured';
import type { AddressCheck } from './domain/address/address-check';
import type { PostalAddress } from './domain/address/postal-address';
import type { Batch } from './domain/batch/batch';
import type { Seller } from './domain/seller';

export type OrdersClient = RpcClient<OrdersDefinition>;
export type BillingClient = RpcClient<BillingDefinition>;

/** Checks addresses; never throws for what it finds or for a check that it could not make. */
export interface AddressVerifier {
  verify(address: PostalAddress): Promise<AddressCheck>;
}

/** What the carriers say that they sold, of their own accord. */
export interface CarrierJournal {
  readonly sellers: readonly Seller[];
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
  /** A parcel cannot be looked after. */
  readonly withoutSeller: (missing: SellerNotConfigured) => void;
}

/** Files of labels that were not stored when the label was bought. */
export interface DrawnFiles {
  /** Makes and keeps it, once however many ask at one time; false when there is none. */
  keep(id: LabelFileId): Promise<boolean>;
}

/** The one PDF of a batch that has ended. */
export interface LabelSheets {
  /**
   * Makes and keeps it with the labels that may be printed now, once however many ask at one time; anew when one of them
   * was voided since.
   * @returns what it is kept under; undefined when no label is left to print
   */
  make(batch: Batch): Promise<LabelFileId | undefined>;
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
