/** Sign-ins that may fail for one address or one network within the window (decisions, "Web application"). */
export const FAILURES_ALLOWED = 10;
export const WINDOW_MS = 15 * 60_000;

/** One sign-in that was begun and has not succeeded. */
export interface Attempt {
  id: string;
  at: Date;
}

/** Milliseconds until one of the attempts no longer counts, so that another is taken. */
export const waitFor = (counted: readonly Attempt[], now: Date): number =>
  Math.max(Math.min(...counted.map(({ at }) => at.getTime())) + WINDOW_MS - now.getTime(), 1);
