import { setTimeout as pause } from 'node:timers/promises';
import { SellerError } from './seller-error';

/**
 * Milliseconds before each retry. Up to half of the pause is added at random, so that calls that were refused together
 * are not repeated together. All tries together take less time than a purchase waits for its carrier.
 */
export const ROOM_PAUSES_MS: readonly number[] = [250, 750, 2_000];

/** Repeats a call that the seller refused because it was too busy (429). The refused call did nothing. */
export async function waitForRoom<T>(call: () => Promise<T>, pausesMs: readonly number[]): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof SellerError && error.isLimit)) throw error;
      await pause(pauseMs * (1 + Math.random() / 2));
    }
  }
  return call();
}
