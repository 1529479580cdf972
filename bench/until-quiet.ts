import { setTimeout as pause } from 'node:timers/promises';
import { processorTime } from './processor-time';

const WINDOW_MS = 500;
/**
 * Processes that together use at least this share of a core count as busy. An idle stack of an earlier build used 3 %.
 */
const BUSY_SHARE = 0.1;

/**
 * Waits until these processes are idle, because work may continue after the last answer.
 * @param busyShare the share of a core; processes that together use less count as idle
 */
export async function untilQuiet(roots: readonly number[], busyShare = BUSY_SHARE): Promise<void> {
  for (;;) {
    const before = processorTime(roots);
    await pause(WINDOW_MS);
    if (processorTime(roots) - before < busyShare * WINDOW_MS) return;
  }
}
