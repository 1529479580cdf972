import type { LedgerEntry } from '@parcelyard/contracts/billing';

const WHAT: Readonly<Record<string, string>> = {
  recharge: 'Recharge from the payment method',
  recharge_refund: 'Recharge refunded to the card',
  recharge_refund_failed: 'Refund to the card failed',
  recharge_dispute: 'Recharge disputed by the card’s owner',
  recharge_dispute_won: 'Dispute of a recharge won',
  reservation: 'Part of the day’s limit reserved for a batch',
  reservation_end: 'Unused part of a batch’s reservation released',
  credit: 'Credit',
  referral_credit: 'Referral credit',
  hold: 'Reserved for a label',
  capture: 'Label charged',
  release: 'Reserved money returned to the balance',
  refund: 'Label refunded',
  carrier_adjustment: 'Postage adjusted by the carrier',
};

/**
 * Returns the words for an entry of the ledger. A refused purchase has an entry, too, even if no money was reserved for
 * it.
 */
export const ledgerWords = ({ kind, availableChangeCents }: LedgerEntry): string =>
  kind === 'release' && availableChangeCents === 0
    ? 'Label not bought, nothing was reserved'
    : (WHAT[kind] ?? kind);

/** True when only the reserved money changes, and the available balance stays the same. */
export const changesOnlyReserved = ({ availableChangeCents, heldChangeCents }: LedgerEntry): boolean =>
  availableChangeCents === 0 && heldChangeCents !== 0;

/** Returns the entry's change of the available balance. If that is zero, returns the change of the reserved money. */
export const movedCents = (entry: LedgerEntry): number =>
  changesOnlyReserved(entry) ? entry.heldChangeCents : entry.availableChangeCents;
