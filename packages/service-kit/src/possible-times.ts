/**
 * Guards against times that a wrong clock has written. A time that is later than any right clock can have set is
 * treated as absent. Every stored time that delays something is read through one of these functions.
 */

/** Milliseconds by which clocks within a deployment may differ. */
const CLOCK_SLACK_MS = 120_000;

/**
 * Returns the latest time that can have been stored by now with a right clock, if times are stored at most `aheadMs` in
 * the future.
 */
export const latestPossible = (now: Date, aheadMs: number): Date =>
  new Date(now.getTime() + aheadMs + CLOCK_SLACK_MS);

/** Returns whether a time limit is still in the future. A limit more than `mostMs` ahead counts as over. */
export const lasts = (until: Date | number, now: Date, mostMs: number): boolean =>
  Number(until) > now.getTime() && Number(until) <= latestPossible(now, mostMs).getTime();

/**
 * Returns the milliseconds since `at`. If `at` is further in the future than clocks may differ, returns how many
 * milliseconds it is ahead.
 */
export const ageMs = (at: Date | number, now: Date): number => {
  const age = now.getTime() - Number(at);
  return age < -CLOCK_SLACK_MS ? -age : age;
};
