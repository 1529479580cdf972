/** The source of time; tests pass their own. */
export interface Clock {
  now(): Date;
  /**
   * Calls back when the clock is set, for timers that wait for a moment on it; absent in a clock that is never set.
   * Returns a function that unsubscribes.
   */
  onSet?(listener: () => void): () => void;
}

export const systemClock: Clock = { now: () => new Date() };
