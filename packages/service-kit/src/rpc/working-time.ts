/**
 * When a service makes calls for a caller, these calls time out this much before the caller's deadline. So the service
 * can still answer the caller in time.
 */
const ANSWER_MARGIN_MS = 200;

/** Milliseconds that a service may use for an answer to a caller that waits for `timeLeftMs`. */
export const workingTime = (timeLeftMs = Number.POSITIVE_INFINITY): number =>
  Math.max(timeLeftMs - ANSWER_MARGIN_MS, timeLeftMs / 2);
