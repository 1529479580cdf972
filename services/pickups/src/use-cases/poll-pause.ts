import { setTimeout } from 'node:timers/promises';
import { remainingMs } from '@parcelyard/service-kit/tracing/request-id';

const PAUSE_MS = 100;
/** The longest time to wait until another call has changed the pickup, even when the caller has no deadline. */
const LONGEST_WAIT_MS = 12_000;
/** The waiting ends this long before the caller's deadline, so that there is time for one last read and the answer. */
const ANSWER_MS = 1_500;

/**
 * Returns a function that pauses between two reads of a pickup that another call is changing. The function returns
 * false when no time is left.
 */
export function createPollPause(): () => Promise<boolean> {
  const endsAt = performance.now() + Math.min(LONGEST_WAIT_MS, remainingMs() - ANSWER_MS);
  return async () => {
    if (performance.now() >= endsAt) return false;
    await setTimeout(PAUSE_MS);
    return true;
  };
}
