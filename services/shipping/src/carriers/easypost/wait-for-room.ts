import { setTimeout as pause } from 'node:timers/promises';
import { EasypostError } from './easypost-error';

/**
 * Milliseconds before each further try, and up to half of that again, so that calls that were refused together do not come
 * back together. With the tries themselves they stay within what a purchase waits for its carrier.
 */
export const ROOM_PAUSES_MS: readonly number[] = [250, 750, 2_000];

/** Makes the call again when EasyPost had no room for it (429): such a call did nothing, whatever it was to do. */
export async function waitForRoom<T>(call: () => Promise<T>, pausesMs: readonly number[]): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EasypostError && error.isLimit)) throw error;
      await pause(pauseMs * (1 + Math.random() / 2));
    }
  }
  return call();
}
