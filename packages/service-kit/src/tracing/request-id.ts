import { AsyncLocalStorage } from 'node:async_hooks';

/** All values are in one `AsyncLocalStorage`, because each storage makes every promise of the process slower. */
interface Served {
  readonly requestId: string | undefined;
  readonly timeLeftMs: number;
  /** A time of `performance.now()`, which changes of the machine's clock do not affect. */
  deadline: number;
}

const storage = new AsyncLocalStorage<Served>();

/**
 * Returns the id of the outside request that the current work serves; undefined if it serves none. Every log line shows
 * this id.
 */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;

/**
 * Runs work as part of the outside request with this id. Without an id, the work belongs to no request. Work that
 * continues after the answer is not part of the request.
 * @param timeLeftMs limit for the whole work; the calls in the work get the remaining time. If absent, each call has
 * its own limit.
 */
export const servingRequest = <T>(
  requestId: string | undefined,
  work: () => T,
  timeLeftMs = Number.POSITIVE_INFINITY,
): T => {
  const deadline = performance.now() + timeLeftMs;
  return storage.run({ requestId: requestId || undefined, timeLeftMs, deadline }, work);
};

/**
 * Returns the milliseconds until the caller stops waiting: infinite without a caller; 0 or less when the time is over.
 */
export const remainingMs = (): number =>
  (storage.getStore()?.deadline ?? Number.POSITIVE_INFINITY) - performance.now();

/**
 * Restarts the time limit of the request. Call this function when the time so far was spent on waiting for an outside
 * party, such as a slow sender.
 */
export const restartTimeLeft = (): void => {
  const served = storage.getStore();
  if (served) served.deadline = performance.now() + served.timeLeftMs;
};

/** Runs work that must finish even if no caller waits for it any more, such as recording an action. */
export const withoutDeadline = <T>(work: () => T): T => servingRequest(currentRequestId(), work);
