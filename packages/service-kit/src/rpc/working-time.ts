/** So much sooner a service gives up what it calls, so that its own words still reach whoever called it. */
const HOP_MS = 200;

/** What a service may spend of the milliseconds that its caller waits. */
export const workingTime = (timeLeftMs = Number.POSITIVE_INFINITY): number =>
  Math.max(timeLeftMs - HOP_MS, timeLeftMs / 2);
