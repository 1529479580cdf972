import { latestPossible } from '@parcelyard/service-kit/possible-times';
import { windowStart } from '../../domain/rate-window';

const MINUTE_MS = 60_000;

/**
 * Returns an update expression that adds one request to the window at this path. A stored window in the future comes
 * from a wrong clock; the count then begins again.
 */
export function countedWindow(path: string, now: Date) {
  const start = windowStart(now);
  const impossible = windowStart(latestPossible(now, MINUTE_MS));
  return { $add: [{ $cond: [{ $gt: [impossible, path] }, { $max: [path, start] }, start] }, 1] };
}
