export interface Clock {
  now(): Date;
  /**
   * Calls the listener when the clock is set by more than a second. A timer that waits for a time of this clock must
   * then be started anew. Returns a function that removes the listener. Absent in a clock that is never set.
   */
  onSet?(listener: () => void): () => void;
}

export const systemClock: Clock = { now: () => new Date() };
