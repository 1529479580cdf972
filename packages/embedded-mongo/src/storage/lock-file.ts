import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Claims a data directory for this process. A lock whose process is gone (kill -9) is taken over.
 * Returns the release. Throws when a living process holds the directory.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'engine.lock');
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => unlinkSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(readFileSync(path, 'utf8'));
    if (isAlive(holder)) throw new Error(`${directory} is in use by process ${holder}`);
    unlinkSync(path);
  }
  throw new Error(`${directory} could not be locked`);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
