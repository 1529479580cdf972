import type { Card as CardMessage } from '@parcelyard/contracts/billing';

/**
 * A card that the payment gateway keeps for an account. These fields are for display; `paymentMethod` is what is
 * charged.
 */
export interface SavedCard {
  /** The gateway's id of the card. */
  paymentMethod: string;
  /** Such as `visa`. */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** When the owner entered it; absent for sandbox cards. */
  enteredAt?: Date | undefined;
}

const EXPIRING_MS = 30 * 86_400_000;

/**
 * Whether it was entered after the newest card the account ever had: a late or repeated event must not bring back a
 * replaced or removed card.
 */
export const isNewerCard = ({ enteredAt }: SavedCard, newest: Date | undefined): boolean =>
  !enteredAt || !newest || enteredAt > newest;

/** The last valid months of cards that expire soon. */
export function lastMonthsOf(now: Date): { expYear: number; expMonth: number }[] {
  const of = (at: Date) => ({ expYear: at.getUTCFullYear(), expMonth: at.getUTCMonth() + 1 });
  return [of(now), of(new Date(now.getTime() + EXPIRING_MS))];
}

/** A card is valid through the last day of its month. */
export function cardState({ expMonth, expYear }: SavedCard, now: Date): CardMessage['state'] {
  const endsAt = Date.UTC(expYear, expMonth, 1);
  if (now.getTime() >= endsAt) return 'expired';
  return now.getTime() >= endsAt - EXPIRING_MS ? 'expiring' : 'ok';
}
