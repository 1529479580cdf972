/** A service times out its own calls this much earlier, so that its answer still reaches its caller in time. */
const HOP_MS = 200;

/** The part of its caller's waiting time that a service may use. */
export const workingTime = (timeLeftMs = Number.POSITIVE_INFINITY): number =>
  Math.max(timeLeftMs - HOP_MS, timeLeftMs / 2);
