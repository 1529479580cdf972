import { statfsSync } from 'node:fs';
import { EngineError } from '../engine-error';

export type FreeBytes = (path: string) => number;

export const freeBytesAt: FreeBytes = (path) => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
};

/**
 * Free space that must remain. One commit needs less, even for the largest message, its index entries, and concurrent
 * writes.
 */
const RESERVE_BYTES = 64 * 1024 * 1024;

/**
 * Refuses a write when there is not enough space, because LMDB does not survive a disk that becomes full during a
 * write.
 */
export function requireSpace(path: string, freeBytes: FreeBytes): void {
  const free = freeBytes(path);
  if (free >= RESERVE_BYTES) return;
  throw new EngineError(
    'OutOfDiskSpace',
    `${Math.floor(free / 1_048_576)} MB are free for the database, and it writes only while there are 64 MB or more`,
  );
}
