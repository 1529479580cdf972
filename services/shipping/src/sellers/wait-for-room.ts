import { setTimeout as pause } from 'node:timers/promises';
import { SellerError } from './seller-error';

/**
 * Pauses before a call is repeated, in milliseconds. Each pause is made longer by a random part of up to a half, so
 * that calls that were refused together are repeated at different times. The sum of the pauses is shorter than the time
 * for which a purchase waits for its carrier.
 */
export const ROOM_PAUSES_MS: readonly number[] = [250, 750, 2_000];

/** Repeats a call when the seller was too busy (429). A refused call has done nothing. */
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
