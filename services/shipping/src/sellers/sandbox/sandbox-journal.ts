import type { Parcel } from '@parcelyard/contracts/common';
import type { SellerJournalEntry } from '@parcelyard/contracts/shipping';
import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../../domain/address/postal-address';
import type { CustomsItem } from '../../domain/customs/customs-item';
import type { ShipmentOptions } from '../../domain/parcel';
import type { ForcedScan, WalkStatus } from '../../domain/tracking/tracking-walk';
import type { PickupWindow } from '../carrier-port';

/**
 * The sandbox carriers' own records of sales and refunds, separate from our purchases. `shipctl ledger verify` compares
 * these records with our purchases.
 */
export interface SandboxJournal {
  /** Returns a number that this carrier has never used. Gaps are normal. */
  nextSerial(carrier: string): Promise<number>;
  /**
   * Stores a sale, once for each account, carrier and reference, and returns the stored sale. Returns undefined when
   * the reference is closed.
   */
  record(sale: Sale): Promise<Sale | undefined>;
  /** Closes the reference for sales. Returns the sale that was made before, if any. */
  close(key: SaleKey): Promise<Sale | undefined>;
  find(key: SaleKey): Promise<Sale | undefined>;
  /** Begins a void. Returns undefined when the label is not `purchased`, or when an operator has scanned its parcel. */
  beginVoid(key: SaleKey, status: 'voided' | 'void_pending', at: Date): Promise<Sale | undefined>;
  /**
   * Ends a pending void. When the carrier refuses, the status is `purchased` again. Returns undefined when no void is
   * pending.
   */
  settleVoid(key: SaleKey, status: 'voided' | 'purchased'): Promise<Sale | undefined>;
  /** Stores a scan that an operator makes. Returns undefined when the label is not `purchased`. */
  force(key: SaleKey, scan: ForcedScan): Promise<Sale | undefined>;
  /** Returns the sales whose reference comes after `after`, sorted by reference. Account 0 means all accounts. */
  list(page: { accountId: number; after: string; limit: number }): Promise<readonly Sale[]>;
  /** Does the same as `list`, but only for sales with `adjusted`. */
  listAdjusted(page: { accountId: number; after: string; limit: number }): Promise<readonly Sale[]>;
  /** Stores a pickup, once for each account, carrier and reference, and returns the stored pickup. */
  recordPickup(booking: PickupBooking): Promise<PickupBooking>;
  /** Adds parcels to a pickup. Returns false when there is no such pickup or it was canceled. */
  addToPickup(booking: SaleKey & { confirmationNumber: string; packageCount: number }): Promise<boolean>;
  /** Cancels a pickup. Returns false when there is no such pickup, and true when it was already canceled. */
  cancelPickup(booking: SaleKey & { confirmationNumber: string }, at: Date): Promise<boolean>;
}

export interface SaleKey {
  readonly accountId: number;
  readonly carrier: string;
  readonly reference: string;
}

export interface Sale extends SaleKey {
  readonly serviceLevel: string;
  readonly trackingNumber: string;
  readonly charged: Cents;
  readonly status: 'purchased' | 'voided' | 'void_pending';
  readonly boughtAt: Date;
  readonly voidRequestedAt?: Date | undefined;
  readonly forced: readonly { readonly status: WalkStatus; readonly at: Date }[];
  readonly from: PostalAddress;
  readonly to: PostalAddress;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly zone?: number | undefined;
  readonly items: readonly CustomsItem[];
  readonly itn?: string | undefined;
  readonly insuredValue?: Cents | undefined;
  readonly printSetting: 'pdf' | 'qr';
  readonly orderReferences: readonly string[];
  /** True when the carrier changes the postage of this sale once the parcel has been scanned. */
  readonly adjusted?: true | undefined;
}

export interface PickupBooking extends SaleKey {
  readonly confirmationNumber: string;
  readonly date: string;
  readonly location: string;
  readonly instructions: string;
  readonly packageCount: number;
  readonly window: PickupWindow;
  readonly bookedAt: Date;
}

/** Returns a sale as `shipctl ledger verify` reads it. */
export const journalEntry = (sale: Sale): SellerJournalEntry => ({
  carrier: sale.carrier,
  reference: sale.reference,
  accountId: sale.accountId,
  trackingNumber: sale.trackingNumber,
  chargedCents: sale.charged,
  status: sale.status,
  at: sale.boughtAt,
});
