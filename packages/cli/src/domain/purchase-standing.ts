import type { Purchase } from '@parcelyard/contracts/shipping';

/**
 * What a purchase's state promises about money and label. `under_way`: nothing yet. `sold`: one capture, one label.
 * `failed`: neither.
 */
export type Standing = 'under_way' | 'sold' | 'failed';

const SOLD: ReadonlySet<string> = new Set([
  'captured',
  'done',
  'void_requested',
  'voided',
  'refund_due',
  'refunded',
]);

export function standingOf({ state }: Purchase): Standing {
  if (state === 'failed') return 'failed';
  return SOLD.has(state) ? 'sold' : 'under_way';
}

/** Sold, and the label is still good: of these an order may have one. */
export const isLive = ({ state }: Purchase): boolean =>
  state === 'captured' || state === 'done' || state === 'void_requested';

/** The carrier has taken the label back. */
export const isVoided = (state: string): boolean =>
  state === 'voided' || state === 'refund_due' || state === 'refunded';
