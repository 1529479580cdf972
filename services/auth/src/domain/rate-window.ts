/** The gateway's interface that received the request. Each interface has its own limit per token. */
export type Surface = 'mcp' | 'rest';

/** Requests that a token may make in one UTC minute ([MCP-L1], [REST-L1]). */
export const REQUESTS_PER_MINUTE: Readonly<Record<Surface, number>> = { mcp: 60, rest: 600 };

/** Requests that one address may make to the token endpoint in one UTC minute ([MCP-A14]). */
export const TOKEN_REQUESTS_PER_MINUTE = 30;

/**
 * A minute and the number of requests in it, as one number: minute × 2^24 + count. To count a request, the database
 * computes `max(window, start of this minute) + 1`. In a new minute, the start of this minute is higher, so the count
 * begins again.
 */
export type RateWindow = number;

/**
 * 2^24 is more than the requests that a token can make in a minute. It is also small enough that windows are exact
 * integers until the year 2990.
 */
const COUNT_ROOM = 2 ** 24;

/** Returns this minute's window with no request counted. */
export const windowStart = (now: Date): RateWindow => Math.floor(now.getTime() / 60_000) * COUNT_ROOM;

export function restOf(window: RateWindow, surface: Surface, now: Date) {
  const endsAt = (Math.floor(window / COUNT_ROOM) + 1) * 60_000;
  return {
    left: Math.max(0, REQUESTS_PER_MINUTE[surface] - requestsIn(window)),
    secondsLeft: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1_000)),
  };
}

/**
 * Returns the milliseconds until the window's minute ends. A token without remaining requests is refused until then.
 */
export const msLeft = (window: RateWindow, now: Date): number =>
  Math.min(60_000, Math.max(0, (Math.floor(window / COUNT_ROOM) + 1) * 60_000 - now.getTime()));

export const requestsIn = (window: RateWindow): number => window % COUNT_ROOM;
