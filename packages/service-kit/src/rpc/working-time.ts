/** A service times out its own calls this much earlier, so that its answer still reaches its caller in time. */
const ANSWER_MARGIN_MS = 200;

/** Milliseconds that a service may use for an answer to a caller that waits for `timeLeftMs`. */
export const workingTime = (timeLeftMs = Number.POSITIVE_INFINITY): number =>
  Math.max(timeLeftMs - ANSWER_MARGIN_MS, timeLeftMs / 2);
