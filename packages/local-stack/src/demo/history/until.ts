import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 2_000;
const PATIENCE_MS = 30_000;

/**
 * Repeats a call until it returns true, with growing pauses, because an access token has a limit per minute.
 * @throws Error when the call does not return true in time
 */
export async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; !(await isDone()); pauseMs = Math.min(1.4 * pauseMs, LONGEST_PAUSE_MS)) {
    if (performance.now() > giveUpAt)
      throw new Error(`${what} did not end within ${PATIENCE_MS / 1000} seconds.`);
    await pause(pauseMs);
  }
}
