import { readdirSync, readFileSync } from 'node:fs';

/** A process as `/proc` has it. */
export interface Process {
  readonly pid: number;
  /** State, parent and so on: what stands behind the name in `stat`. */
  readonly stat: readonly string[];
}

/** These processes and all that they started, as far as they live. */
export function processTree(roots: readonly number[]): Process[] {
  const living = readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    const stat = Number.isNaN(pid) ? '' : readProc(pid, 'stat');
    // The name, in brackets, may hold anything.
    return stat === '' ? [] : [{ pid, stat: stat.slice(stat.lastIndexOf(') ') + 2).split(' ') }];
  });
  const parents = new Map(living.map(({ pid, stat }) => [pid, Number(stat[1])]));
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && (roots.includes(pid) || belongs(parents.get(pid)));
  return living.filter(({ pid }) => belongs(pid));
}

/** A file of a process; empty when it is gone. */
export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
