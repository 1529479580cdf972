import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Locks a data directory for this process, and returns a function that releases the lock. Takes over the lock of a dead
 * process (kill -9). Throws when a running process has the lock.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'engine.lock');
  const claim = () => writeFileSync(path, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
  try {
    claim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const [pid = '', start = ''] = readFileSync(path, 'utf8').split(' ');
    if (isAlive(Number(pid)) && startOf(Number(pid)) === start)
      throw new Error(`${directory} is in use by process ${pid}`);
    unlinkSync(path);
    claim();
  }
  return () => unlinkSync(path);
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns when a process started, if the system reports the time. The id alone does not identify a process, because ids
 * are reused. In a container, they are reused at every start.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
