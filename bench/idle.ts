import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from './bench';
import { processorTime } from './processor-time';
import { cell, type Table } from './report';
import { residentMemory } from './resident-memory';
import { withStack } from './servers';

const FORMS = [
  ['one process', {}],
  ['a process each service', { SPLIT: '1' }],
] as const;
const WINDOW_MS = 20_000;
const MAX_WINDOWS = 4;

/** Measures the resources that an idle stack uses. The database commands of an idle stack are in the table of costs. */
export async function measureIdle({ builds, show }: Bench): Promise<void> {
  const rows: Table['rows'][number][] = [];
  for (const { name, folder } of builds)
    for (const [form, environment] of FORMS)
      await withStack(
        environment,
        async ({ pid }) => {
          const share = await idleShare([pid]);
          const cells = [cell(share * 100, '% of a core', 2), cell(residentMemory([pid]).all, 'MB', 0)];
          rows.push({ name: `${name}, ${form}`, cells });
        },
        folder,
      );
  show({ title: 'An idle stack', columns: ['processor', 'resident memory'], rows });
}

/**
 * Returns the processor time of an idle stack, as a share of a core. Measures several periods, because the first
 * periods include work of the start. Stops when a period uses at least as much processor time as the period before it.
 */
async function idleShare(roots: readonly number[]): Promise<number> {
  let before = Number.POSITIVE_INFINITY;
  for (let left = MAX_WINDOWS; ; left -= 1) {
    const begun = processorTime(roots);
    await pause(WINDOW_MS);
    const share = (processorTime(roots) - begun) / WINDOW_MS;
    if (share >= before || left === 1) return Math.min(share, before);
    before = share;
  }
}
