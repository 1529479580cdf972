import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { SellerJournalEntry } from '@parcelyard/contracts/shipping';
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
import type { AddressCheck } from './domain/address/address-check';
import type { PostalAddress } from './domain/address/postal-address';
import type { Batch } from './domain/batch/batch';
import type { Seller } from './domain/seller';
import type { CarrierMismatch } from './sellers/carrier-mismatch';
import type { CarrierRegistry } from './sellers/carrier-registry';
import type { SellerNotConfigured } from './sellers/seller-not-configured';

export type OrdersClient = RpcClient<OrdersDefinition>;
export type BillingClient = RpcClient<BillingDefinition>;

/**
 * Checks addresses. Never throws: if a seller does not answer, the address is checked with the ZIP table of this
 * service.
 */
export interface AddressVerifier {
  verify(address: PostalAddress): Promise<AddressCheck>;
}

export interface SellerJournal {
  readonly sellers: readonly Seller[];
  /**
   * Returns one page of the sales. `after` is '' for the first page, and otherwise `next` of the previous page. On the
   * last page, `next` is ''. Account 0 means all accounts.
   */
  list(page: {
    accountId: number;
    after: string;
    limit: number;
  }): Promise<{ readonly entries: readonly SellerJournalEntry[]; readonly next: string }>;
}

export interface PurchasePorts {
  readonly purchases: PurchaseStore;
  readonly files: LabelFileStore;
  readonly links: LinkSigner;
  readonly watch: ParcelWatch;
  readonly carriers: CarrierRegistry;
  readonly orders: OrdersClient;
  readonly billing: BillingClient;
  /** Time from the carrier's acceptance of a void to the refund. */
  readonly refundDelayMs: number;
  readonly clock: Clock;
  readonly failPoint: FailPoint;
  readonly logger: Logger;
  /** Called when a carrier's answer is about a label that we did not request. */
  readonly mismatched: (mismatch: CarrierMismatch, seller: Seller) => void;
  /** Called when a parcel cannot be tracked, because its seller is not configured. */
  readonly withoutSeller: (missing: SellerNotConfigured) => void;
}

/** Label files that are made only when somebody opens them. */
export interface DrawnFiles {
  /**
   * Makes and stores the file. If it is called several times at once, the file is made only once. Returns false when
   * there is no such file.
   */
  keep(id: LabelFileId): Promise<boolean>;
}

/** The PDF with all labels of a finished batch. */
export interface LabelSheets {
  /**
   * Makes and stores the PDF. If it is called several times at once, the PDF is made only once. If a label was voided
   * since the last PDF was made, a new PDF is made.
   * @returns the id of the stored file; undefined when no label can be printed
   */
  make(batch: Batch): Promise<LabelFileId | undefined>;
}

export interface BatchPorts extends PurchasePorts {
  readonly batches: BatchStore;
  readonly settings: SettingsStore;
  readonly addresses: AddressVerifier;
  readonly labelSheets: LabelSheets;
  readonly serviceName: string;
}
