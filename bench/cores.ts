import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/** The servers run on this core, and the load runs on the last core. */
const SERVER_CORE = 0;

/**
 * Keeps this process, which makes the load, on the last core while `work` runs.
 * @param work is called with the core on which only the servers run. It is called with undefined when there is no
 * `taskset` (Debian: util-linux) or no second core: servers and load then share all cores, and the figures include the
 * cost of the load.
 */
export async function onOwnCore(work: (serverCore: number | undefined) => Promise<void>): Promise<void> {
  const last = cpus().length - 1;
  if (last === SERVER_CORE || !moveTo(String(last))) return work(undefined);
  try {
    await work(SERVER_CORE);
  } finally {
    moveTo(`0-${last}`);
  }
}

export const commandOn = (core: number | undefined, program: string): [string, ...string[]] =>
  core === undefined ? [program] : ['taskset', '--cpu-list', String(core), program];

/**
 * Moves every thread of this process to these cores. The garbage collector's thread would otherwise use the other core.
 * Returns false when this is not possible.
 */
function moveTo(list: string): boolean {
  try {
    const options = ['--all-tasks', '--pid', '--cpu-list', list, String(process.pid)];
    execFileSync('taskset', options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
