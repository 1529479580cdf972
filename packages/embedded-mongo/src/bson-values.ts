import { type DeserializeOptions, type Document, deserialize, Long, onDemand, serialize } from 'bson';
import { EngineError } from './engine-error';

const STORED: DeserializeOptions = { promoteLongs: false, bsonRegExp: true };

/** Decodes a stored document or a command; 64-bit integers stay `Long`, so that precision and type are kept. */
export function decode(raw: Uint8Array): Document {
  return deserialize(raw, STORED);
}

/**
 * Decodes only the top-level fields in `names`. For a large document, this takes a fifth of the time that `decode`
 * takes.
 */
export function decodeFields(raw: Buffer, names: ReadonlySet<string>): Document {
  const kept = [...onDemand.parseToElements(raw)].flatMap(([, name, nameLength, value, length]) =>
    // The byte before an element's name is its type.
    names.has(raw.toString('utf8', name, name + nameLength)) ? [raw.subarray(name - 1, value + length)] : [],
  );
  const size = kept.reduce((sum, element) => sum + element.length, 5);
  const head = Buffer.alloc(4);
  head.writeInt32LE(size);
  return decode(Buffer.concat([head, ...kept], size));
}

/** Encodes a document. A field with the value `undefined` is left out. */
export function encode(document: Document): Buffer {
  return serialize(document, { ignoreUndefined: true }) as Buffer;
}

/** True for an embedded document: neither an array, nor a date, nor a BSON value class. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    (value as { _bsontype?: unknown })._bsontype === undefined
  );
}

/** True for a document whose first field names an operator, such as `{$gt: 1}`. */
export function isOperatorDocument(value: unknown): value is Document {
  if (!isDocument(value)) return false;
  for (const key in value) return key.charCodeAt(0) === 36 && key !== '$ref' && key !== '$id';
  return false;
}

/** Reads only the document's own fields, not inherited fields such as `constructor`. */
export function fieldOf(document: Document, name: string): unknown {
  return Object.hasOwn(document, name) ? document[name] : undefined;
}

/** Assigns an own field, even when its name is `__proto__`. */
export function setField(target: Document, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

export function idFirst(id: unknown, document: Document): Document {
  const ordered: Document = { _id: id };
  for (const key of Object.keys(document)) if (key !== '_id') setField(ordered, key, document[key]);
  return ordered;
}

export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return (value as { _bsontype?: string } | undefined)?._bsontype ?? typeof value;
}

/** Returns the value as a number; undefined when it is not a number. A `Long` beyond 2^53 is rounded. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return (value as { _bsontype?: string } | null)?._bsontype === 'Long' ? Number(value) : undefined;
}

const fitsInt32 = (value: number): boolean => value === (value | 0) && !Object.is(value, -0);

/** Returns a sum with MongoDB's type: integers stay integers, and change from 32 to 64 bits if necessary. */
export function addNumbers(a: number | Long, b: number | Long): number | Long {
  const isInteger = (value: number | Long) => typeof value !== 'number' || fitsInt32(value);
  const sum = Number(a) + Number(b);
  if (!isInteger(a) || !isInteger(b)) return sum;
  if (typeof a === 'number' && typeof b === 'number') return fitsInt32(sum) ? sum : Long.fromNumber(sum);
  const exact = Long.fromValue(a).toBigInt() + Long.fromValue(b).toBigInt();
  if (BigInt.asIntN(64, exact) !== exact) throw new EngineError('BadValue', 'the sum overflows 64 bits');
  return Long.fromBigInt(exact);
}

/** Returns a deep copy. This engine never changes values of BSON classes, so original and copy share them. */
export function cloneValue<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneValue) as T;
  if (!isDocument(value)) return value;
  const copy: Document = {};
  for (const key of Object.keys(value)) setField(copy, key, cloneValue(value[key]));
  return copy as T;
}
