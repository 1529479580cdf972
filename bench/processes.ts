import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  /** The fields after the process's name in `/proc/<pid>/stat`, such as the state and the parent. */
  readonly stat: readonly string[];
}

/** Returns these processes and all processes that they started, if they are still running. */
export function processTree(roots: readonly number[]): Process[] {
  const living = readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    const stat = Number.isNaN(pid) ? '' : readProc(pid, 'stat');
    // In `stat`, the process's name is in brackets and may contain any character, even brackets. So the fields begin
    // after the last bracket.
    return stat === '' ? [] : [{ pid, stat: stat.slice(stat.lastIndexOf(') ') + 2).split(' ') }];
  });
  const parents = new Map(living.map(({ pid, stat }) => [pid, Number(stat[1])]));
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && (roots.includes(pid) || belongs(parents.get(pid)));
  return living.filter(({ pid }) => belongs(pid));
}

/** Returns the text of a process's file in `/proc`; empty when the process has ended. */
export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
