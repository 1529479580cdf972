import { latestPossible } from '@parcelyard/service-kit/possible-times';
import { windowStart } from '../../domain/rate-window';

const MINUTE_MS = 60_000;

/**
 * Returns an update expression that adds one request to the window at this path. If the stored window is in the future,
 * a clock was wrong, and the count begins again with this minute.
 */
export function countedWindow(path: string, now: Date) {
  const start = windowStart(now);
  const impossible = windowStart(latestPossible(now, MINUTE_MS));
  return { $add: [{ $cond: [{ $gt: [impossible, path] }, { $max: [path, start] }, start] }, 1] };
}
