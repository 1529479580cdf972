import { createHash } from 'node:crypto';
import type { Document } from 'bson';
import { EngineError } from '../engine-error';
import { encodeKey } from '../keys/value-key';
import { collectKeyValues } from '../query/walk-path';
import type { Index } from './catalog';

/**
 * LMDB allows keys of at most 1978 bytes. A key in an index has three parts: 4 bytes for the space, at most
 * `MAX_FIELD_BYTES` for the fields, and at most `MAX_ID_BYTES` for the encoded `_id`.
 */
const MAX_ID_BYTES = 900;
export const MAX_FIELD_BYTES = 1000;
const HASH_BYTES = 32;

export interface IndexKeys {
  keys: Buffer[];
  multikey: boolean;
  cut: boolean;
}

/** Returns the encoded `_id`, which is also the end of the keys in indexes that are not unique. Throws `KeyTooLong`. */
export function idKeyOf(id: unknown): Buffer {
  const key = encodeKey([id]);
  if (key.length > MAX_ID_BYTES)
    throw new EngineError('KeyTooLong', `_id takes ${key.length} bytes, the limit is ${MAX_ID_BYTES}`);
  return key;
}

const NO_KEYS: IndexKeys = { keys: [], multikey: false, cut: false };

/**
 * Returns the keys of a document in an index, without `_id`. Returns no keys when a sparse or partial index excludes
 * the document.
 */
export function indexKeysOf(index: Index, document: Document | undefined): IndexKeys {
  if (!document || (index.partial && !index.partial.matches(document))) return NO_KEYS;
  let present = false;
  let arrayRoot: string | undefined;
  let rows: unknown[][] = [[]];
  for (const { parts } of index.fields) {
    const values: unknown[] = [];
    const hasArray = collectKeyValues(document, parts, values);
    present ||= values.some((value) => value !== undefined);
    if (hasArray) {
      arrayRoot ??= parts[0]!;
      if (arrayRoot !== parts[0])
        throw new EngineError(
          'CannotIndexParallelArrays',
          `cannot index parallel arrays ${arrayRoot}, ${parts[0]}`,
        );
    }
    if (values.length === 1) for (const row of rows) row.push(values[0]);
    else rows = rows.flatMap((row) => values.map((value) => [...row, value]));
  }
  const multikey = arrayRoot !== undefined;
  if (index.sparse && !present) return { ...NO_KEYS, multikey };
  const descending = index.fields.map((field) => field.descending);
  const whole = rows.map((row) => encodeKey(row, descending));
  const keys = whole.map((key) => (key.length <= MAX_FIELD_BYTES ? key : cutKey(key)));
  return { keys: multikey ? distinct(keys) : keys, multikey, cut: keys.some((key, i) => key !== whole[i]) };
}

/**
 * Keeps the start of the key, for the order, and puts a hash in place of the rest, so that different keys stay
 * different.
 */
function cutKey(key: Buffer): Buffer {
  const hash = createHash('sha256').update(key).digest();
  return Buffer.concat([key.subarray(0, MAX_FIELD_BYTES - HASH_BYTES), hash]);
}

function distinct(keys: Buffer[]): Buffer[] {
  return [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
}
