import type { AccountId } from '@parcelyard/service-kit/ids';

/** A bank's refusal to pay by a payment method. It stands with the payment method, whichever purchase it was charged for. */
export interface Decline {
  readonly accountId: AccountId;
  readonly paymentMethod: string;
  /** Of the charge that was declined last. */
  readonly reference: string;
  /** The bank's reason, as Stripe names it. */
  readonly code: string;
  /** For whoever reads the refusal. */
  readonly words: string;
  /** Declines in a row. */
  readonly count: number;
  readonly at: Date;
}

/** Reasons that no later attempt changes: only another card helps. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  'stolen_card',
  'lost_card',
  'pickup_card',
  'fraudulent',
  'expired_card',
  'incorrect_number',
]);

const SHORTEST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

const isForGood = ({ code }: Pick<Decline, 'code'>): boolean => FOR_GOOD.has(code);

/** From when on the payment method may be charged again: after 1, 2, 4 … 60 minutes; undefined: never. */
export function askAgainAt(decline: Decline): Date | undefined {
  if (isForGood(decline)) return undefined;
  const pause = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (decline.count - 1));
  return new Date(decline.at.getTime() + pause);
}

/** Whether the payment method may not be charged yet, because of what its bank said last. */
export function stands(decline: Decline | undefined, now: Date): decline is Decline {
  if (!decline) return false;
  const until = askAgainAt(decline);
  return until === undefined || now < until;
}
