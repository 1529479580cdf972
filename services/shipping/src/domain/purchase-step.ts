import type { Failure } from '@parcelyard/contracts/common';
import type { Reason } from '@parcelyard/reasons/reasons';
import { failure, toRefused } from '@parcelyard/service-kit/failure';
import { ageMs, latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Purchase } from './purchase';
import { canBeCompensated, type PurchaseState } from './purchase-state';

/** What has to happen next for a purchase to come to rest. */
export type PurchaseStep =
  | 'buy'
  | 'look_up'
  | 'complete'
  | 'compensate'
  | 'ask_to_void'
  | 'clear_label'
  | 'refund';

const STEP_OF: Readonly<Record<PurchaseState, PurchaseStep | undefined>> = {
  created: 'buy',
  // Somebody may have asked the carrier already, so the carrier is asked what it knows before it is asked again.
  carrier_sent: 'look_up',
  unknown: 'look_up',
  labelled: 'complete',
  done: undefined,
  failed: undefined,
  void_requested: 'ask_to_void',
  voided: 'clear_label',
  refund_due: 'refund',
  refunded: undefined,
};

/** undefined: the purchase rests. */
export function nextStep({ state, failure }: Purchase): PurchaseStep | undefined {
  return failure && canBeCompensated(state) ? 'compensate' : STEP_OF[state];
}

/**
 * Milliseconds after its beginning in which a purchase that was cut short is still carried out; later its caller has
 * long gone, and everything that can be given back is.
 */
export const RESUME_WINDOW_MS = 30_000;

/** Milliseconds after asking a carrier in which its "I know of no such label" may still be too early. */
export const CARRIER_SETTLES_MS = 20_000;

export function isStale(purchase: Purchase, now: Date): boolean {
  return ageMs(purchase.createdAt, now) > RESUME_WINDOW_MS;
}

/** Whether a clock that was wrong has noted when the carrier was asked: nobody knows how long ago that was. */
export const isSentAtUnknown = ({ sentAt }: Pick<Purchase, 'sentAt'>, now: Date): boolean =>
  sentAt !== undefined && sentAt > latestPossible(now, 0);

/** True once a carrier that answers "no such label" has had enough time to register one. */
export function carrierHasSettled({ sentAt }: Purchase, now: Date): boolean {
  return sentAt !== undefined && now.getTime() - sentAt.getTime() >= CARRIER_SETTLES_MS;
}

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;

/** Milliseconds until the next try: half the time that it has already taken, within a second and ten. */
export function nextPause(since: Date, now: Date): number {
  const half = (now.getTime() - since.getTime()) / 2;
  return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, half));
}

/** Milliseconds until a purchase whose seller is not configured is looked at again. */
export const SELLER_PAUSE_MS = 60_000;

/** Longest that a purchase is left alone, whatever it waits for. */
export const LONGEST_PAUSE_MS = 3_600_000;

/** Milliseconds until a carrier that takes its time over a void is asked again: half of what it has taken, up to an hour. */
export function voidPause(since: Date, now: Date): number {
  const half = (now.getTime() - since.getTime()) / 2;
  return Math.min(LONGEST_PAUSE_MS, Math.max(MIN_PAUSE_MS, half));
}

/**
 * A refusal of the money rules as a purchase's failure. Limits that the owner or the caller has set are told as they
 * are.
 */
export const purchaseFailed = (refusal: Failure): Failure =>
  SPEAKS_FOR_ITSELF.has(refusal.reason)
    ? refusal
    : failure(refusal.code, 'purchase_failed', { cause: toRefused(refusal) });

const SPEAKS_FOR_ITSELF: ReadonlySet<string> = new Set<Reason>([
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
