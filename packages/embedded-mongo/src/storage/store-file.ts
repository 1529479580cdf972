import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MAGIC = 0xbeefc0de;
/** Where LMDB 0.9 has them in its first pages, on machines of 64 bits. */
const AT = { magic: 24, pageSize: 48, lastPage: 144, transaction: 152 };
const META_BYTES = 160;

export const storeFile = (directory: string): string => join(directory, 'data.mdb');

/** Bytes of the store's file; 0 when there is none. */
export const storeBytes = (directory: string): number =>
  statSync(storeFile(directory), { throwIfNoEntry: false })?.size ?? 0;

/**
 * Bytes that the file should have by its own first pages; undefined when these are not of a store. A file may be a little
 * shorter when its last pages were never written; one that was cut short ends a process that reads it, without a word.
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
