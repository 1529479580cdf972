import type { Card as CardMessage } from '@parcelyard/contracts/billing';

/** A card that the payment gateway keeps for an account. Nothing here charges it; `paymentMethod` does. */
export interface SavedCard {
  /** The gateway's id of it. */
  paymentMethod: string;
  /** Such as `visa`. */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

const EXPIRING_MS = 30 * 86_400_000;

/** A card is good through the last day of its month. */
export function cardState({ expMonth, expYear }: SavedCard, now: Date): CardMessage['state'] {
  const endsAt = Date.UTC(expYear, expMonth, 1);
  if (now.getTime() >= endsAt) return 'expired';
  return now.getTime() >= endsAt - EXPIRING_MS ? 'expiring' : 'ok';
}
