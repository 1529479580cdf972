/**
 * What a clock that was wrong for a while has written: a time later than any right clock can have set counts as none.
 * Every stored time that keeps something from happening is read through one of these.
 */

/** Milliseconds by which the clocks of one deployment may differ. */
const CLOCK_SLACK_MS = 120_000;

/** The latest moment that something written by now can name which names at most so many milliseconds ahead. */
export const latestPossible = (now: Date, aheadMs: number): Date =>
  new Date(now.getTime() + aheadMs + CLOCK_SLACK_MS);

/** Whether something that was to last so many milliseconds at most, until that moment, lasts still. */
export const lasts = (until: Date | number, now: Date, mostMs: number): boolean =>
  Number(until) > now.getTime() && Number(until) <= latestPossible(now, mostMs).getTime();

/** How long ago something was, in milliseconds; what cannot have been yet is as old as it is wrong. */
export const ageMs = (at: Date | number, now: Date): number => {
  const age = now.getTime() - Number(at);
  return age < -CLOCK_SLACK_MS ? -age : age;
};
