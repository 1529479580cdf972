import type { Failure } from '@parcelyard/contracts/common';
import type { Reason } from '@parcelyard/reasons/reasons';
import { failure, toRefused } from '@parcelyard/service-kit/failure';
import { ageMs, latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Purchase } from './purchase';
import { canBeCompensated, type PurchaseState } from './purchase-state';

/** The next step of an unfinished purchase. */
export type PurchaseStep = 'buy' | 'look_up' | 'complete' | 'compensate' | 'void' | 'refund';

const STEP_OF: Readonly<Record<PurchaseState, PurchaseStep | undefined>> = {
  created: 'buy',
  // The seller may already have been asked. So its answer is looked up before it is asked again.
  carrier_sent: 'look_up',
  unknown: 'look_up',
  labelled: 'complete',
  done: undefined,
  failed: undefined,
  void_requested: 'void',
  refund_due: 'refund',
  refunded: undefined,
};

/** Returns undefined when the purchase needs no step. */
export function nextStep({ state, failure }: Purchase): PurchaseStep | undefined {
  return failure && canBeCompensated(state) ? 'compensate' : STEP_OF[state];
}

/**
 * Milliseconds in which an interrupted purchase is still completed. Later its caller no longer waits, so everything
 * that can be released is released.
 */
export const RESUME_WINDOW_MS = 30_000;

/** Milliseconds after a request in which a look-up may not yet find a label that the seller sold. */
export const CARRIER_SETTLES_MS = 20_000;

export function isStale(purchase: Purchase, now: Date): boolean {
  return ageMs(purchase.createdAt, now) > RESUME_WINDOW_MS;
}

/** True when `sentAt` is in the future because a clock was wrong. Then the time of the request is unknown. */
export const isSentAtUnknown = ({ sentAt }: Pick<Purchase, 'sentAt'>, now: Date): boolean =>
  sentAt !== undefined && sentAt > latestPossible(now, 0);

/** True when enough time has passed since the request that a look-up finds a label that the seller sold. */
export function canTrustLookUp({ sentAt }: Purchase, now: Date): boolean {
  return sentAt !== undefined && now.getTime() - sentAt.getTime() >= CARRIER_SETTLES_MS;
}

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;

/** Returns milliseconds until the next try: half of the elapsed time, between 1 and 10 seconds. */
export function nextPause(since: Date, now: Date): number {
  const half = (now.getTime() - since.getTime()) / 2;
  return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, half));
}

/** Pause in milliseconds for a purchase whose seller is not configured. */
export const SELLER_PAUSE_MS = 60_000;

/** Longest pause between two steps of a purchase. */
export const LONGEST_PAUSE_MS = 3_600_000;

/** Milliseconds until a pending void is checked again: half of the elapsed time, up to an hour. */
export function voidPause(since: Date, now: Date): number {
  const half = (now.getTime() - since.getTime()) / 2;
  return Math.min(LONGEST_PAUSE_MS, Math.max(MIN_PAUSE_MS, half));
}

/**
 * Turns billing's refusal into a purchase's failure. A refusal because of a limit that the owner or the caller set, or
 * because of an approval, keeps its own reason.
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
