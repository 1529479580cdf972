const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After this time without a scan, a parcel is no longer checked. */
const FORGOTTEN_MS = 90 * DAY_MS;

/**
 * @param sendsEvents true when the seller sends events; a parcel is then checked less often, only to find events that
 * were lost
 */
const shortestPause = (sendsEvents: boolean): number => (sendsEvents ? DAY_MS : HOUR_MS);

export const firstLook = (boughtAt: Date, sendsEvents: boolean): Date =>
  new Date(boughtAt.getTime() + shortestPause(sendsEvents));

/**
 * Returns when a parcel is checked next. Returns undefined when the parcel is no longer checked. The pause is 1/24 of
 * the time since `since`, but at least an hour and at most a day. If the seller sends events, the pause is always a
 * day.
 * @param since the time of the last scan; if there is no scan, the time of the sale
 */
export function nextLook(since: Date, now: Date, sendsEvents: boolean): Date | undefined {
  const age = now.getTime() - since.getTime();
  if (age > FORGOTTEN_MS) return undefined;
  return new Date(now.getTime() + Math.min(DAY_MS, Math.max(shortestPause(sendsEvents), age / 24)));
}
