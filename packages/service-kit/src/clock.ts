/** The source of time. Tests pass their own clock. */
export interface Clock {
  now(): Date;
  /**
   * Calls the listener when the clock is set. Timers that wait for a time of this clock use it. Absent in a clock that
   * is never set. Returns a function that removes the listener.
   */
  onSet?(listener: () => void): () => void;
}

export const systemClock: Clock = { now: () => new Date() };
