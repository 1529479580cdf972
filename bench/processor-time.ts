import { processTree } from './processes';

/** The kernel counts in hundredths of a second on every Linux on which Node runs. */
const MS_PER_TICK = 10;

/**
 * Returns the processor time, user and system, that these processes and all processes that they started have used so
 * far, in milliseconds. Includes threads and ended children.
 */
export function processorTime(roots: readonly number[]): number {
  return processTree(roots)
    .flatMap(({ stat }) => stat.slice(11, 15))
    .reduce((sum, ticks) => sum + Number(ticks) * MS_PER_TICK, 0);
}
