import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/**
 * Waits until the check no longer throws, and returns the check's result. After `patienceMs`, fails with the check's
 * last error.
 * @param pauseMs pause between two checks; when absent, each pause is a half longer than the previous one, up to 250 ms
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  patienceMs = 60_000,
  pauseMs?: number,
): Promise<T> {
  const giveUpAt = Date.now() + patienceMs;
  for (let next = FIRST_PAUSE_MS; ; next = Math.min(next * 1.5, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await pause(pauseMs ?? next);
    }
  }
}
