import type { Binary, BSONRegExp, Code, Long, ObjectId, Timestamp } from 'bson';
import { EngineError } from '../engine-error';

/**
 * Order of BSON types, one byte each, spaced so that `rank + 1` ends a bracket. 0x00 and 0xff stay free: they end
 * strings and mark "after every key with this prefix".
 */
export const RANK = {
  minKey: 0x05,
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
  timestamp: 0x70,
  regExp: 0x78,
  code: 0x80,
  codeWithScope: 0x88,
  maxKey: 0xf0,
} as const;

const CLASS_RANKS: Record<string, number> = {
  Long: RANK.number,
  Int32: RANK.number,
  Double: RANK.number,
  BSONSymbol: RANK.string,
  Binary: RANK.binary,
  UUID: RANK.binary,
  ObjectId: RANK.objectId,
  Timestamp: RANK.timestamp,
  BSONRegExp: RANK.regExp,
  MinKey: RANK.minKey,
  MaxKey: RANK.maxKey,
};

/** The type bracket of a value: values of different brackets never compare as greater or less in a query. */
export function rankOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return RANK.string;
    case 'number':
    case 'bigint':
      return RANK.number;
    case 'boolean':
      return RANK.bool;
    case 'undefined':
      return RANK.null;
    default:
  }
  if (value === null) return RANK.null;
  if (value instanceof Date) return RANK.date;
  if (Array.isArray(value)) return RANK.array;
  if (value instanceof RegExp) return RANK.regExp;
  const tag = (value as { _bsontype?: string })._bsontype;
  if (tag === undefined || tag === 'DBRef') return RANK.object;
  if (tag === 'Code') return (value as Code).scope ? RANK.codeWithScope : RANK.code;
  const rank = CLASS_RANKS[tag];
  if (rank === undefined) throw new EngineError('BadValue', `values of type ${tag} are not supported`);
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

/** Ends with 0; the bytes 0 and 1 become 1 1 and 1 2, so that no text is a prefix of another. */
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

const EXACT_INTEGERS = 2 ** 53;

function writeNumber(value: unknown): void {
  room(10);
  let double = Number(value);
  let beyondDouble = 0;
  if ((value as Long)._bsontype === 'Long' && Math.abs(double) >= EXACT_INTEGERS) {
    const exact = (value as Long).toBigInt();
    if (BigInt(double) > exact) double = nextDoubleDown(double);
    beyondDouble = Number(exact - BigInt(double));
  }
  if (Number.isNaN(double)) {
    scratch.fill(0, at, at + 8);
  } else {
    scratch.writeDoubleBE(double === 0 ? 0 : double, at);
    if (scratch[at]! & 0x80) for (let i = at; i < at + 8; i++) scratch[i] = ~scratch[i]!;
    else scratch[at]! |= 0x80;
  }
  at += 8;
  // A 64-bit integer between two doubles keeps its distance from the lower one.
  if (Math.abs(double) >= EXACT_INTEGERS) at = scratch.writeUInt16BE(beyondDouble, at);
}

const bits = new DataView(new ArrayBuffer(8));

function nextDoubleDown(value: number): number {
  bits.setFloat64(0, value);
  bits.setBigUint64(0, bits.getBigUint64(0) + (value > 0 ? -1n : 1n));
  return bits.getFloat64(0);
}

const WRITERS: Record<number, (value: never) => void> = {
  [RANK.number]: writeNumber,
  [RANK.string]: (value: unknown) => writeText(String(value)),
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
    // Times before 1970 sort first: the sign bit is flipped.
    at = scratch.writeBigInt64BE(BigInt(value.getTime()) ^ -0x8000000000000000n, at);
  },
  [RANK.timestamp]: (value: Timestamp) => {
    room(8);
    at = scratch.writeUInt32BE(value.getHighBitsUnsigned(), at);
    at = scratch.writeUInt32BE(value.getLowBitsUnsigned(), at);
  },
  [RANK.regExp]: (value: RegExp | BSONRegExp) => {
    writeText(value instanceof RegExp ? value.source : value.pattern);
    writeText(value instanceof RegExp ? value.flags : value.options);
  },
  [RANK.code]: (value: Code) => writeText(String(value.code)),
  [RANK.codeWithScope]: (value: Code) => {
    writeText(String(value.code));
    writeObject(value.scope ?? {});
  },
};

function writePayload(value: unknown, rank: number): void {
  WRITERS[rank]?.(value as never);
}

/** Documents compare field by field: by type, then by name, then by value; the shorter one first. */
function writeObject(document: Record<string, unknown>): void {
  for (const name of Object.keys(document)) {
    const value = document[name];
    if (value === undefined) continue;
    const rank = rankOf(value);
    writeByte(rank);
    writeText(name);
    writePayload(value, rank);
  }
  writeByte(0);
}

function writeValue(value: unknown): void {
  const rank = rankOf(value);
  writeByte(rank);
  writePayload(value, rank);
}

/** Stands in an index for a field that holds `[]`. */
export const EMPTY_ARRAY = Symbol('empty array');

/**
 * Bytes whose order is BSON's comparison order; no key is a prefix of another. With `descending` every byte is
 * inverted, so that the order is too.
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
