import type { Parcel } from '@parcelyard/contracts/common';
import type { SellerJournalEntry } from '@parcelyard/contracts/shipping';
import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../../domain/address/postal-address';
import type { CustomsItem } from '../../domain/customs/customs-item';
import type { ShipmentOptions } from '../../domain/parcel';
import type { ForcedScan, WalkStatus } from '../../domain/tracking/tracking-walk';
import type { PickupWindow } from '../carrier-port';

/**
 * A sandbox carrier's own record of its sales and refunds, separate from the purchases of the shipping service.
 * `shipctl ledger verify` compares the journal with the purchases.
 */
export interface SandboxJournal {
  /** Returns a number that this carrier has never used. Gaps between numbers are normal. */
  nextSerial(carrier: string): Promise<number>;
  /**
   * Records one sale per account, carrier and reference, and returns the recorded sale. Returns undefined when the
   * reference is closed.
   */
  record(sale: Sale): Promise<Sale | undefined>;
  /** Closes the reference for new sales. Returns the earlier sale, if any. */
  close(key: SaleKey): Promise<Sale | undefined>;
  find(key: SaleKey): Promise<Sale | undefined>;
  /**
   * Sets the void's status. Possible only for a `purchased` label without a forced scan. Otherwise returns undefined.
   */
  beginVoid(key: SaleKey, status: 'voided' | 'void_pending', at: Date): Promise<Sale | undefined>;
  /**
   * Ends a pending void. Possible only from `void_pending`. When the carrier refuses, the status is `purchased` again.
   */
  settleVoid(key: SaleKey, status: 'voided' | 'purchased'): Promise<Sale | undefined>;
  /** Records a forced scan. Returns undefined unless the label is `purchased`. */
  force(key: SaleKey, scan: ForcedScan): Promise<Sale | undefined>;
  /** Returns sales sorted by reference, after the given one. Account 0 means all accounts. */
  list(page: { accountId: number; after: string; limit: number }): Promise<readonly Sale[]>;
  /** Like `list`, but only sales with adjusted postage. */
  listAdjusted(page: { accountId: number; after: string; limit: number }): Promise<readonly Sale[]>;
  /** Records a booking once per account, carrier and reference, and returns the first booking. */
  recordPickup(booking: PickupBooking): Promise<PickupBooking>;
  /** Increases the number of parcels of a booking. Returns false when there is no active booking. */
  addToPickup(booking: SaleKey & { confirmationNumber: string; packageCount: number }): Promise<boolean>;
  /** Cancels a booking. Returns false when there is no such booking, and true when the booking was already canceled. */
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
  /** True when the carrier adjusts the postage, after two scans of the parcel. */
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

/** Returns a sale in the form that `shipctl ledger verify` reads. */
export const journalEntry = (sale: Sale): SellerJournalEntry => ({
  carrier: sale.carrier,
  reference: sale.reference,
  accountId: sale.accountId,
  trackingNumber: sale.trackingNumber,
  chargedCents: sale.charged,
  status: sale.status,
  at: sale.boughtAt,
});
