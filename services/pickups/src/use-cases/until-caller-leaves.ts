import { setTimeout } from 'node:timers/promises';
import { remainingMs } from '@parcelyard/service-kit/tracing/request-id';

const PAUSE_MS = 100;
/** A wait for another call; also without a caller. */
const LONGEST_WAIT_MS = 12_000;
/** Left to the caller for one more look and the answer: without it, the caller hears only that nobody answered. */
const ANSWER_MS = 1_500;

/** Pauses between two looks at what another call changes; false when it is time to answer that it still does. */
export function untilCallerLeaves(): () => Promise<boolean> {
  const endsAt = performance.now() + Math.min(LONGEST_WAIT_MS, remainingMs() - ANSWER_MS);
  return async () => {
    if (performance.now() >= endsAt) return false;
    await setTimeout(PAUSE_MS);
    return true;
  };
}
