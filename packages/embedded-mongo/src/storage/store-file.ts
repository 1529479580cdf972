import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MAGIC = 0xbeefc0de;
/** Offsets in LMDB 0.9's first pages, on 64-bit machines. */
const AT = { magic: 24, pageSize: 48, lastPage: 144, transaction: 152 };
const META_BYTES = 160;

export const storeFile = (directory: string): string => join(directory, 'data.mdb');

export const storeBytes = (directory: string): number =>
  statSync(storeFile(directory), { throwIfNoEntry: false })?.size ?? 0;

/**
 * Returns the file's expected size in bytes, from its first pages; undefined when the file is not a store. A file may
 * be slightly shorter if its last pages were never written. Reading a truncated file ends the process without a
 * message.
 */
export function neededBytes(directory: string): number | undefined {
  const file = openSync(storeFile(directory), 'r');
  try {
    const first = readMeta(file, 0);
    const second = first && readMeta(file, first.pageSize);
    const latest = second && second.transaction > first.transaction ? second : first;
    return latest && (latest.lastPage + 1) * latest.pageSize;
  } finally {
    closeSync(file);
  }
}

function readMeta(file: number, position: number) {
  const bytes = Buffer.alloc(META_BYTES);
  if (readSync(file, bytes, 0, META_BYTES, position) < META_BYTES) return undefined;
  if (bytes.readUInt32LE(AT.magic) !== MAGIC) return undefined;
  return {
    pageSize: bytes.readUInt32LE(AT.pageSize),
    lastPage: Number(bytes.readBigUInt64LE(AT.lastPage)),
    transaction: bytes.readBigUInt64LE(AT.transaction),
  };
}
