import type { CarrierJournalEntry } from '@parcelyard/contracts/shipping';
import type { Sale } from './carrier-journal';

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
