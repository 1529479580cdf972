import { processTree } from './processes';

/** The kernel counts in hundredths of a second on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/**
 * Processor time, user and system, that these processes and all that they started have used so far, threads and ended
 * children included; in milliseconds.
 */
export function processorTime(roots: readonly number[]): number {
  return processTree(roots)
    .flatMap(({ stat }) => stat.slice(11, 15))
    .reduce((sum, ticks) => sum + Number(ticks) * MS_PER_TICK, 0);
}
