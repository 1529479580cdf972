import type { LedgerEntry } from '@parcelyard/contracts/billing';

const WHAT: Readonly<Record<string, string>> = {
  recharge: 'Recharge of the payment method',
  recharge_refund: 'Recharge refunded to the card',
  recharge_refund_failed: 'Refund to the card failed',
  recharge_dispute: 'Recharge disputed by the card’s owner',
  recharge_dispute_won: 'Dispute decided for us',
  reservation: 'Batch counted into the day’s limit',
  reservation_end: 'Rest of a batch’s limit given back',
  credit: 'Credit',
  referral_credit: 'Referral credit',
  hold: 'Reserved for a label',
  capture: 'Label charged',
  release: 'Reservation given back',
  refund: 'Label refunded',
  carrier_adjustment: 'Postage adjusted by the carrier',
};

/** Names a movement of money. A refused purchase leaves an entry even when nothing was reserved for it. */
export const ledgerWords = ({ kind, availableChangeCents }: LedgerEntry): string =>
  kind === 'release' && availableChangeCents === 0
    ? 'Label not bought, nothing was reserved'
    : (WHAT[kind] ?? kind);

/** Whether a movement only takes reserved money, so that the available balance stays the same. */
export const isOfReserved = ({ availableChangeCents, heldChangeCents }: LedgerEntry): boolean =>
  availableChangeCents === 0 && heldChangeCents !== 0;

/** What a movement changes in the balance, or in the reserved money. */
export const movedCents = (entry: LedgerEntry): number =>
  isOfReserved(entry) ? entry.heldChangeCents : entry.availableChangeCents;
