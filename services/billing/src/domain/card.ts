import type { Card as CardMessage } from '@parcelyard/contracts/billing';

/**
 * A card that the payment gateway has saved for an account. `paymentMethod` names the card in charges; the other fields
 * are for display.
 */
export interface SavedCard {
  paymentMethod: string;
  /** The card's brand, such as `visa`. */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** When the owner entered the card; absent for sandbox cards. */
  enteredAt?: Date | undefined;
}

const EXPIRING_MS = 30 * 86_400_000;

/**
 * Returns whether the card was entered after every earlier card of the account. Without this check, a late event could
 * bring back a card that was replaced or removed.
 */
export const isNewerCard = ({ enteredAt }: SavedCard, newest: Date | undefined): boolean =>
  !enteredAt || !newest || enteredAt > newest;

/**
 * Returns this month and the next. The last month of every card that expires soon is one of them.
 */
export function lastMonthsOf(now: Date): { expYear: number; expMonth: number }[] {
  return [0, 1].map((ahead) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    return { expYear: month.getUTCFullYear(), expMonth: month.getUTCMonth() + 1 };
  });
}

/** Returns whether the card is valid, expires soon or has expired. A card is valid until the end of its month. */
export function cardState({ expMonth, expYear }: SavedCard, now: Date): CardMessage['state'] {
  const endsAt = Date.UTC(expYear, expMonth, 1);
  if (now.getTime() >= endsAt) return 'expired';
  return now.getTime() >= endsAt - EXPIRING_MS ? 'expiring' : 'ok';
}
