/** A service times out its own calls this much earlier, so that its answer still reaches its caller in time. */
const HOP_MS = 200;

/** Milliseconds that a service may use for an answer to a caller that waits for `timeLeftMs`. */
export const workingTime = (timeLeftMs = Number.POSITIVE_INFINITY): number =>
  Math.max(timeLeftMs - HOP_MS, timeLeftMs / 2);
