import type { Binary, Long, ObjectId } from 'bson';
import { EngineError } from '../engine-error';

/**
 * The order of BSON types, one byte for each type. The numbers have gaps, so that `rank + 1` marks the end of a type's
 * keys. No rank is 0x00, which ends strings, or 0xff, which means "after every key with this prefix".
 */
export const RANK = {
  emptyArray: 0x08,
  null: 0x10,
  number: 0x20,
  string: 0x30,
  object: 0x40,
  array: 0x48,
  binary: 0x50,
  objectId: 0x58,
  bool: 0x60,
  date: 0x68,
} as const;

const RANK_OF_TYPE: Readonly<Record<string, number>> = {
  string: RANK.string,
  number: RANK.number,
  boolean: RANK.bool,
  undefined: RANK.null,
  Long: RANK.number,
  Binary: RANK.binary,
  UUID: RANK.binary,
  ObjectId: RANK.objectId,
};

/**
 * Returns the type bracket (group of comparable types) of a value. A query never compares values of different brackets
 * as greater or less. Throws `BadValue` for types that no service stores, such as `Timestamp` and `Decimal128`.
 */
export function rankOf(value: unknown): number {
  if (typeof value !== 'object') return RANK_OF_TYPE[typeof value]!;
  if (value === null) return RANK.null;
  if (value instanceof Date) return RANK.date;
  if (Array.isArray(value)) return RANK.array;
  const tag = value instanceof RegExp ? 'RegExp' : (value as { _bsontype?: string })._bsontype;
  const rank = tag === undefined ? RANK.object : RANK_OF_TYPE[tag];
  if (rank === undefined)
    throw new EngineError('BadValue', `this engine neither compares nor indexes values of type ${tag}`);
  return rank;
}

let scratch = Buffer.allocUnsafe(4096);
let at = 0;

function room(bytes: number): void {
  if (at + bytes <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, at + bytes));
  scratch.copy(larger, 0, 0, at);
  scratch = larger;
}

function writeByte(byte: number): void {
  room(1);
  scratch[at++] = byte;
}

/**
 * Writes a text and a final byte 0. Inside the text, byte 0 becomes the bytes 1 1, and byte 1 becomes 1 2, so that no
 * text is a prefix of another.
 */
function writeText(text: string): void {
  if (text.includes('\0') || text.includes('\x01')) {
    for (const byte of Buffer.from(text)) {
      if (byte <= 1) writeByte(1);
      writeByte(byte <= 1 ? byte + 1 : byte);
    }
  } else {
    room(text.length * 3);
    at += scratch.write(text, at, 'utf8');
  }
  writeByte(0);
}

function writeBytes(bytes: Uint8Array): void {
  room(bytes.length);
  scratch.set(bytes, at);
  at += bytes.length;
}

function writeNumber(value: number | Long): void {
  room(10);
  const double = Number(value);
  const isExact = Math.abs(double) < 2 ** 53;
  if (typeof value !== 'number' && !isExact)
    throw new EngineError('BadValue', 'this engine compares no 64-bit integers of 2^53 and more');
  if (Number.isNaN(double)) {
    scratch.fill(0, at, at + 8);
  } else {
    scratch.writeDoubleBE(double === 0 ? 0 : double, at);
    if (scratch[at]! & 0x80) for (let i = at; i < at + 8; i++) scratch[i] = ~scratch[i]!;
    else scratch[at]! |= 0x80;
  }
  at += 8;
  // MongoDB has 64-bit integers between two doubles of 2^53 or more, so a key of this size has two more bytes for the
  // distance to the double below. This engine refuses such integers above, so the two bytes are always 0.
  if (!isExact) at = scratch.writeUInt16BE(0, at);
}

const WRITERS: Record<number, (value: never) => void> = {
  [RANK.number]: writeNumber,
  [RANK.string]: writeText,
  [RANK.object]: writeObject,
  [RANK.array]: (value: unknown[]) => {
    for (const element of value) writeValue(element);
    writeByte(0);
  },
  [RANK.binary]: ({ buffer, position, sub_type }: Binary) => {
    room(5);
    at = scratch.writeUInt32BE(position, at);
    scratch[at++] = sub_type;
    writeBytes(buffer.subarray(0, position));
  },
  [RANK.objectId]: (value: ObjectId) => writeBytes(value.id),
  [RANK.bool]: (value: boolean) => writeByte(value ? 1 : 0),
  [RANK.date]: (value: Date) => {
    room(8);
    // Flips the sign bit, so that times before 1970 sort first.
    at = scratch.writeBigInt64BE(BigInt(value.getTime()) ^ -0x8000000000000000n, at);
  },
};

/**
 * Writes documents so that their keys compare field by field: by type, then name, then value. If one document has only
 * the first fields of another document, it comes first.
 */
function writeObject(document: Record<string, unknown>): void {
  for (const name of Object.keys(document)) {
    const value = document[name];
    if (value === undefined) continue;
    const rank = rankOf(value);
    writeByte(rank);
    writeText(name);
    WRITERS[rank]?.(value as never);
  }
  writeByte(0);
}

function writeValue(value: unknown): void {
  const rank = rankOf(value);
  writeByte(rank);
  WRITERS[rank]?.(value as never);
}

/** The index value for a field whose value is `[]`. */
export const EMPTY_ARRAY = Symbol('empty array');

/**
 * Encodes values so that comparing the bytes gives BSON's order. No key is a prefix of another. `descending` inverts
 * every byte, which reverses the order.
 */
export function encodeKey(values: readonly unknown[], descending?: readonly boolean[]): Buffer {
  at = 0;
  for (let i = 0; i < values.length; i++) {
    const start = at;
    if (values[i] === EMPTY_ARRAY) writeByte(RANK.emptyArray);
    else writeValue(values[i]);
    if (descending?.[i]) for (let j = start; j < at; j++) scratch[j] = ~scratch[j]!;
  }
  return Buffer.from(scratch.subarray(0, at));
}

const SURROGATE = /[\ud800-\udfff]/;

/** Compares any two values in BSON's order: returns a negative number, zero or a positive number. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') {
    if (a < b) return -1;
    if (a > b) return 1;
    if (a === b) return 0;
  } else if (typeof a === 'string' && typeof b === 'string') {
    if (a === b) return 0;
    // Texts without surrogates have the same order by UTF-16 units as by UTF-8 bytes.
    if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1;
  } else if (a instanceof Date && b instanceof Date) {
    return a.getTime() - b.getTime();
  }
  return Buffer.compare(encodeKey([a]), encodeKey([b]));
}

export function valuesEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const type = typeof a;
  if (type === typeof b && (type === 'string' || type === 'boolean')) return false;
  return compareValues(a, b) === 0;
}
