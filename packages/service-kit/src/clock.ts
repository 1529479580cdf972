/** Where time comes from; tests pass their own. */
export interface Clock {
  now(): Date;
  /**
   * Calls back whenever the clock has been set, for whoever sleeps until a moment that it shows; absent in a clock that
   * only goes on. Returns what ends it.
   */
  onSet?(listener: () => void): () => void;
}

export const systemClock: Clock = { now: () => new Date() };
