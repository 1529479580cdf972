const FIRST_MS = 250;
const CAP_MS = 60_000;

/** Milliseconds to wait before an event comes again after its n-th failed attempt: a quarter second doubling up to a minute. */
export function redeliveryDelay(attempt: number): number {
  return Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 20));
}
