import { latestPossible } from '@parcelyard/service-kit/possible-times';
import { windowStart } from '../../domain/rate-window';

const MINUTE_MS = 60_000;

/**
 * One request more in the window at this path, as an expression of an update. A window of a minute that no clock can have
 * seen yet counts as none: a clock that was a day ahead would lock its caller out until tomorrow.
 */
export function countedWindow(path: string, now: Date) {
  const start = windowStart(now);
  const impossible = windowStart(latestPossible(now, MINUTE_MS));
  return { $add: [{ $cond: [{ $gt: [impossible, path] }, { $max: [path, start] }, start] }, 1] };
}
