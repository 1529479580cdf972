export interface Clock {
  now(): Date;
  /**
   * Calls the listener when the clock is set, so that timers for a time of this clock can change their wait. Returns a
   * function that removes the listener. Absent in a clock that is never set.
   */
  onSet?(listener: () => void): () => void;
}

export const systemClock: Clock = { now: () => new Date() };
