import { setTimeout as pause } from 'node:timers/promises';

/**
 * Milliseconds before each retry, plus up to half at random, so that calls refused together do not return together. All
 * tries together take less time than a purchase waits for its carrier.
 */
export const ROOM_PAUSES_MS: readonly number[] = [250, 750, 2_000];

interface Room {
  /** True for the refusal of a seller that was too busy (429): such a call did nothing. */
  readonly isLimit: (error: unknown) => boolean;
  readonly pausesMs: readonly number[];
}

/** Repeats a call that the seller was too busy for. */
export async function waitForRoom<T>(call: () => Promise<T>, { isLimit, pausesMs }: Room): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await call();
    } catch (error) {
      if (!isLimit(error)) throw error;
      await pause(pauseMs * (1 + Math.random() / 2));
    }
  }
  return call();
}
