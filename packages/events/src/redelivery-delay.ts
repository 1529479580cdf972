import { exponentialBackoff } from '@parcelyard/service-kit/backoff';

/**
 * Returns the milliseconds before an event is delivered again after its n-th failed attempt: a quarter of a second,
 * doubled up to a minute.
 */
export const redeliveryDelay = (attempt: number): number =>
  exponentialBackoff(attempt, { firstMs: 250, maxMs: 60_000 });
