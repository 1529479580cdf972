import type { Failure } from '@parcelyard/contracts/common';
import type { Reason } from '@parcelyard/reasons/reasons';
import { failure, toRefused } from '@parcelyard/service-kit/failure';
import { ageMs, latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Purchase } from './purchase';
import { canBeCompensated, type PurchaseState } from './purchase-state';

export type PurchaseStep = 'buy' | 'look_up' | 'complete' | 'compensate' | 'void' | 'refund';

const STEP_OF: Readonly<Record<PurchaseState, PurchaseStep | undefined>> = {
  created: 'buy',
  // The seller may have been asked already. So the step first looks for the label, before the seller is asked again.
  carrier_sent: 'look_up',
  unknown: 'look_up',
  labelled: 'complete',
  done: undefined,
  failed: undefined,
  void_requested: 'void',
  refund_due: 'refund',
  refunded: undefined,
};

/** Returns undefined when the purchase needs no further step. */
export function nextStep({ state, failure }: Purchase): PurchaseStep | undefined {
  return failure && canBeCompensated(state) ? 'compensate' : STEP_OF[state];
}

/**
 * An interrupted purchase is completed within this time. Later nobody waits for it any more, so its money is returned
 * if possible.
 */
export const RESUME_WINDOW_MS = 30_000;

/** For this many milliseconds after a request, a search can miss a label that the seller has sold. */
export const CARRIER_SETTLES_MS = 20_000;

export function isStale(purchase: Purchase, now: Date): boolean {
  return ageMs(purchase.createdAt, now) > RESUME_WINDOW_MS;
}

/**
 * Returns whether `sentAt` is in the future, because a clock was wrong. Then nobody knows when the seller was asked.
 */
export const isSentAtUnknown = ({ sentAt }: Pick<Purchase, 'sentAt'>, now: Date): boolean =>
  sentAt !== undefined && sentAt > latestPossible(now, 0);

/** Returns whether the seller was asked so long ago that a look-up is certain to find a label that it sold. */
export function canTrustLookUp({ sentAt }: Purchase, now: Date): boolean {
  return sentAt !== undefined && now.getTime() - sentAt.getTime() >= CARRIER_SETTLES_MS;
}

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;

/** Returns the milliseconds until the next attempt: half of the time since `since`, between 1 and 10 seconds. */
export function nextPause(since: Date, now: Date): number {
  const half = (now.getTime() - since.getTime()) / 2;
  return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, half));
}

/** The pause of a purchase whose seller is not configured, in milliseconds. */
export const SELLER_PAUSE_MS = 60_000;

/** The longest pause between two steps of a purchase. */
export const LONGEST_PAUSE_MS = 3_600_000;

/** Returns the milliseconds until a void is checked again: half of the time since `since`, at most an hour. */
export function voidPause(since: Date, now: Date): number {
  const half = (now.getTime() - since.getTime()) / 2;
  return Math.min(LONGEST_PAUSE_MS, Math.max(MIN_PAUSE_MS, half));
}

/**
 * Returns the purchase's error for a refusal by billing. A refusal because of a limit or an approval is shown as it is.
 */
export const purchaseFailed = (refusal: Failure): Failure =>
  SHOWN_AS_THEY_ARE.has(refusal.reason)
    ? refusal
    : failure(refusal.code, 'purchase_failed', { cause: toRefused(refusal) });

const SHOWN_AS_THEY_ARE: ReadonlySet<string> = new Set<Reason>([
  'charge_above_max_charge',
  'label_limit_passed',
  'day_limit_passed',
  'approval_needed',
  'approval_denied',
  'approval_unusable',
]);

export const OUT_OF_TIME = failure('unavailable', 'purchase_out_of_time', {});
export const CARRIER_BUSY = 'purchase_carrier_busy';
export const CARRIER_SILENT = failure('unavailable', 'purchase_carrier_silent', {});
