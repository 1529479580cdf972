import { createHash } from 'node:crypto';
import type { Document } from 'bson';
import { EngineError } from '../engine-error';
import { EMPTY_ARRAY, encodeKey } from '../keys/value-key';
import { walkPath } from '../query/walk-path';
import type { Index } from './catalog';

/** LMDB's keys end at 1978 bytes: 4 of them name the space, up to 900 hold the encoded `_id`. */
const MAX_ID_BYTES = 900;
export const MAX_FIELD_BYTES = 1000;
const HASH_BYTES = 32;

export interface IndexKeys {
  keys: Buffer[];
  /** The index's paths at which this document has an array. */
  arrayPaths: readonly string[];
  cut: boolean;
}

/** The encoded `_id`, which also ends every index key. Throws `KeyTooLong`. */
export function idKeyOf(id: unknown): Buffer {
  const key = encodeKey([id]);
  if (key.length > MAX_ID_BYTES)
    throw new EngineError('KeyTooLong', `_id takes ${key.length} bytes, the limit is ${MAX_ID_BYTES}`);
  return key;
}

/** The keys of a document in an index, without `_id`; none when a sparse or partial index leaves it out. */
export function indexKeysOf(index: Index, document: Document): IndexKeys {
  if (index.partial && !index.partial.matches(document)) return { keys: [], arrayPaths: [], cut: false };
  const arrayPaths: string[] = [];
  let present = false;
  let arrayRoot: string | undefined;
  let rows: unknown[][] = [[]];
  for (const { parts, path } of index.fields) {
    const values: unknown[] = [];
    let throughArray = false;
    walkPath(document, parts, (value) => {
      if (value !== undefined) present = true;
      if (!Array.isArray(value)) {
        values.push(value ?? null);
      } else {
        throughArray = true;
        if (value.length === 0) values.push(EMPTY_ARRAY);
        else values.push(...value);
      }
      return false;
    });
    // An array of scalars or [] on the way: nothing is visited, and the field counts as missing.
    if (values.length !== 1) throughArray = true;
    if (values.length === 0) values.push(null);
    if (throughArray || (parts.length > 1 && hasArrayOnTheWay(document, parts))) {
      arrayPaths.push(path);
      if (arrayRoot !== undefined && arrayRoot !== parts[0])
        throw new EngineError(
          'CannotIndexParallelArrays',
          `cannot index parallel arrays ${path}, ${arrayRoot}`,
        );
      arrayRoot = parts[0]!;
    }
    rows =
      values.length === 1
        ? appendTo(rows, values[0])
        : rows.flatMap((row) => values.map((value) => [...row, value]));
  }
  if (index.sparse && !present) return { keys: [], arrayPaths, cut: false };
  const descending = index.fields.map((field) => field.descending);
  let cut = false;
  const keys = rows.map((row) => {
    const key = encodeKey(row, descending);
    if (key.length <= MAX_FIELD_BYTES) return key;
    cut = true;
    return cutKey(key);
  });
  return { keys: keys.length > 1 ? distinct(keys) : keys, arrayPaths, cut };
}

/** Keeps the first bytes, which order, and a hash of all, which tells apart. */
function cutKey(key: Buffer): Buffer {
  const hash = createHash('sha256').update(key).digest();
  return Buffer.concat([key.subarray(0, MAX_FIELD_BYTES - HASH_BYTES), hash]);
}

function appendTo(rows: unknown[][], value: unknown): unknown[][] {
  for (const row of rows) row.push(value);
  return rows;
}

function hasArrayOnTheWay(document: Document, parts: string[]): boolean {
  let value: unknown = document;
  for (const part of parts) {
    if (Array.isArray(value)) return true;
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Document)[part];
  }
  return false;
}

function distinct(keys: Buffer[]): Buffer[] {
  return [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
}
