import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Where servers run while the load comes from elsewhere. */
const SERVER_CORE = 0;

/**
 * Keeps this process, which makes the load, on the last core while `work` runs.
 * @param work is given the core that servers have to themselves; undefined without `taskset` (Debian: util-linux) or a
 * second core, when both share all cores and the load's own cost is in the figures
 */
export async function onOwnCore(work: (serverCore: number | undefined) => Promise<void>): Promise<void> {
  const last = cpus().length - 1;
  if (last === SERVER_CORE || !keepTo(String(last))) return work(undefined);
  try {
    await work(SERVER_CORE);
  } finally {
    keepTo(`0-${last}`);
  }
}

/** What starts a program on this core alone. */
export const commandOn = (core: number | undefined, program: string): [string, ...string[]] =>
  core === undefined ? [program] : ['taskset', '--cpu-list', String(core), program];

/** With every thread: the garbage collector's would take time of the other core. */
function keepTo(list: string): boolean {
  try {
    const options = ['--all-tasks', '--pid', '--cpu-list', list, String(process.pid)];
    execFileSync('taskset', options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
