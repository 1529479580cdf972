import type { Purchase, PurchaseFailure } from './purchase';
import { canBeGivenBack, type PurchaseState } from './purchase-state';

/** What has to happen next for a purchase to come to rest. */
export type PurchaseStep =
  | 'hold'
  | 'send'
  | 'look_up'
  | 'attach'
  | 'finish'
  | 'give_back'
  | 'ask_to_void'
  | 'clear_label'
  | 'refund';

const STEP_OF: Readonly<Record<PurchaseState, PurchaseStep | undefined>> = {
  created: 'hold',
  held: 'send',
  // Somebody may have asked the carrier already, so the carrier is asked what it knows before it is asked again.
  carrier_sent: 'look_up',
  unknown: 'look_up',
  labelled: 'attach',
  captured: 'finish',
  done: undefined,
  failed: undefined,
  void_requested: 'ask_to_void',
  voided: 'clear_label',
  refund_due: 'refund',
  refunded: undefined,
};

/** undefined: the purchase rests. */
export function nextStep({ state, failure }: Purchase): PurchaseStep | undefined {
  return failure && canBeGivenBack(state) ? 'give_back' : STEP_OF[state];
}

/**
 * Milliseconds after its beginning in which a purchase that was cut short is still carried out; later its caller has
 * long gone, and everything that can be given back is.
 */
export const RESUME_WINDOW_MS = 30_000;

/** Milliseconds after asking a carrier in which its "I know of no such label" may still be too early. */
export const CARRIER_SETTLES_MS = 20_000;

export function isStale(purchase: Purchase, now: Date): boolean {
  return now.getTime() - purchase.createdAt.getTime() > RESUME_WINDOW_MS;
}

/** Whether a carrier that knows of no label has had the time to know. */
export function carrierHasSettled({ sentAt }: Purchase, now: Date): boolean {
  return sentAt !== undefined && now.getTime() - sentAt.getTime() >= CARRIER_SETTLES_MS;
}

const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/** Milliseconds until the next try: half the time that it has already taken, within a second and ten. */
export function nextPause(since: Date, now: Date): number {
  const half = (now.getTime() - since.getTime()) / 2;
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, half));
}

const LONGEST_VOID_PAUSE_MS = 3_600_000;

/** Milliseconds until a carrier that takes its time over a void is asked again: half of what it has taken, up to an hour. */
export function voidPause(since: Date, now: Date): number {
  const half = (now.getTime() - since.getTime()) / 2;
  return Math.min(LONGEST_VOID_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, half));
}

/** The money rules' refusals reach the caller behind these words. */
export const purchaseFailed = (reason: string): string => `Label purchase failed — ${reason}`;

export const OUT_OF_TIME: PurchaseFailure = {
  code: 'unavailable',
  message: purchaseFailed(
    'it could not be completed in time. No label was bought and nothing was charged for one.',
  ),
};

export const CARRIER_SILENT: PurchaseFailure = {
  code: 'unavailable',
  message: purchaseFailed('the carrier did not answer and sold no label. Nothing was charged for one.'),
};

/** What the caller is told while nobody knows yet whether a label was bought. */
export const UNRESOLVED =
  'The label purchase is unresolved: the carrier or another service gave no answer in time, so a label may or may not have ' +
  'been bought, and its price is held until that is known. Check get_label and get_balance in a minute, before you try again.';
