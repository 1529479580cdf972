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
  /** When its owner entered it; the sandbox does not say. */
  enteredAt?: Date | undefined;
}

const EXPIRING_MS = 30 * 86_400_000;

/**
 * Whether it was entered after the newest card that the account ever had: what is told late, or a second time, does not
 * bring a card back that was replaced or removed since.
 */
export const isNewerCard = ({ enteredAt }: SavedCard, newest: Date | undefined): boolean =>
  !enteredAt || !newest || enteredAt > newest;

/** The months that an expiring card may be good through. */
export function lastMonthsOf(now: Date): { expYear: number; expMonth: number }[] {
  const of = (at: Date) => ({ expYear: at.getUTCFullYear(), expMonth: at.getUTCMonth() + 1 });
  return [of(now), of(new Date(now.getTime() + EXPIRING_MS))];
}

/** A card is good through the last day of its month. */
export function cardState({ expMonth, expYear }: SavedCard, now: Date): CardMessage['state'] {
  const endsAt = Date.UTC(expYear, expMonth, 1);
  if (now.getTime() >= endsAt) return 'expired';
  return now.getTime() >= endsAt - EXPIRING_MS ? 'expiring' : 'ok';
}
