import { AsyncLocalStorage } from 'node:async_hooks';

/** One store for both: each more would make every promise of the process dearer. */
interface Served {
  readonly requestId: string | undefined;
  readonly timeLeftMs: number;
  /** By `performance.now()`, which no change of the machine's time moves. */
  deadline: number;
}

const storage = new AsyncLocalStorage<Served>();

/** The id of the outside request that is being served, which every log line names; undefined outside of any. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;

/**
 * Does a piece of work for an outside request, or for none: what a request only woke is not its own.
 * @param timeLeftMs how long the whole of it may take; what it calls gets what is left, and without one each its own time
 */
export const servingRequest = <T>(
  requestId: string | undefined,
  work: () => T,
  timeLeftMs = Number.POSITIVE_INFINITY,
): T => {
  const deadline = performance.now() + timeLeftMs;
  return storage.run({ requestId: requestId || undefined, timeLeftMs, deadline }, work);
};

/** Milliseconds until nobody waits any more; infinite where nobody does, not above 0 when the time is up. */
export const remainingMs = (): number =>
  (storage.getStore()?.deadline ?? Number.POSITIVE_INFINITY) - performance.now();

/** Starts the time of the work again: the time before was spent waiting for somebody outside, such as a slow sender. */
export const restartTimeLeft = (): void => {
  const served = storage.getStore();
  if (served) served.deadline = performance.now() + served.timeLeftMs;
};

/** Work that must come to its end although nobody waits for it any more, such as the note of what was done. */
export const withoutDeadline = <T>(work: () => T): T => servingRequest(currentRequestId(), work);
