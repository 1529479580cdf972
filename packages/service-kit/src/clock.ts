export interface Clock {
  now(): Date;
  /**
   * Calls the listener whenever the clock is set, because a timer that waits for a time of this clock must then wait
   * shorter or longer. Returns a function that removes the listener. Absent in a clock that is never set.
   */
  onSet?(listener: () => void): () => void;
}

export const systemClock: Clock = { now: () => new Date() };
