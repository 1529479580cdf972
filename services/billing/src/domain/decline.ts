import type { AccountId } from '@parcelyard/service-kit/ids';
import { lasts } from '@parcelyard/service-kit/possible-times';

/** A bank's refusal of a charge. For some time, or for good, no purchase can charge the payment method. */
export interface Decline {
  readonly accountId: AccountId;
  readonly paymentMethod: string;
  readonly reference: string;
  /** The bank's reason, as Stripe names it. */
  readonly code: string;
  readonly words: string;
  /** The number of declines since the payment method last paid a charge. */
  readonly count: number;
  readonly at: Date;
}

/** Reasons after which the card is never charged again: the owner must enter another card. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'stolen_card',
  'lost_card',
  'pickup_card',
  'fraudulent',
  'expired_card',
  'incorrect_number',
  // Stripe's advice not to try again, whatever the bank's reason is.
  'do_not_try_again',
]);

const SHORTEST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

const isFinal = ({ code }: Pick<Decline, 'code'>): boolean => FINAL_CODES.has(code);

/**
 * Returns when the payment method may be charged again: after 1 minute, then 2, 4 … at most 60. Undefined means never.
 */
export function askAgainAt(decline: Decline): Date | undefined {
  if (isFinal(decline)) return undefined;
  const pause = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (decline.count - 1));
  return new Date(decline.at.getTime() + pause);
}

/** Returns whether the last decline still prevents a charge. */
export function blocksCharges(decline: Decline | undefined, now: Date): decline is Decline {
  if (!decline) return false;
  const until = askAgainAt(decline);
  return until === undefined || lasts(until, now, LONGEST_PAUSE_MS);
}
