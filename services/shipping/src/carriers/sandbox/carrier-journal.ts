import type { Parcel } from '@parcelyard/contracts/common';
import type { CarrierJournalEntry } from '@parcelyard/contracts/shipping';
import type { Cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../../domain/address/postal-address';
import type { CustomsItem } from '../../domain/customs/customs-item';
import type { ShipmentOptions } from '../../domain/parcel';
import type { ForcedScan, WalkStatus } from '../../domain/tracking/tracking-walk';
import type { PickupWindow } from '../carrier-port';

/**
 * A sandbox carrier's own books, apart from the purchases of the shipping service: what the carrier sold, to whom it gave
 * the money back. `ledger verify` compares both sides.
 */
export interface CarrierJournal {
  /** A number that this carrier never gave before; gaps are normal. */
  nextSerial(carrier: string): Promise<number>;
  /** Writes the sale down once per account, carrier and reference, and gives back the first one written; undefined when it was closed before. */
  record(sale: Sale): Promise<Sale | undefined>;
  /** Nothing is recorded under it from now on; the sale that was recorded before, if any. */
  close(key: SaleKey): Promise<Sale | undefined>;
  find(key: SaleKey): Promise<Sale | undefined>;
  /** From `purchased` and with no forced scan only; otherwise undefined. */
  beginVoid(key: SaleKey, status: 'voided' | 'void_pending', at: Date): Promise<Sale | undefined>;
  /** From `void_pending` only; back to `purchased` when the carrier refuses after all. */
  settleVoid(key: SaleKey, status: 'voided' | 'purchased'): Promise<Sale | undefined>;
  /** Notes a scan out of turn; undefined unless the label is still `purchased`. */
  force(key: SaleKey, scan: ForcedScan): Promise<Sale | undefined>;
  /** By ascending reference, after the one given; account 0 means all. */
  list(page: { accountId: number; after: string; limit: number }): Promise<readonly Sale[]>;
  /** Of those whose postage the carrier corrects, as `list`. */
  listCorrected(page: { accountId: number; after: string; limit: number }): Promise<readonly Sale[]>;
  /** Writes the booking down once per account, carrier and reference, and gives back the first one written. */
  recordPickup(booking: PickupBooking): Promise<PickupBooking>;
  /** Raises the number of parcels. False when there is no such booking, or it was canceled. */
  addToPickup(booking: SaleKey & { confirmationNumber: string; packageCount: number }): Promise<boolean>;
  /** False when there is no such booking; true also when it was canceled before. */
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
  /** The carrier corrects its postage once it has scanned the parcel twice. */
  readonly corrected?: true | undefined;
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

/** A sale as the proof of the ledger reads it. */
export const journalEntry = (sale: Sale): CarrierJournalEntry => ({
  carrier: sale.carrier,
  reference: sale.reference,
  accountId: sale.accountId,
  trackingNumber: sale.trackingNumber,
  chargedCents: sale.charged,
  status: sale.status,
  at: sale.boughtAt,
});
