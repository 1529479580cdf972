import {
  type BSONRegExp,
  type DeserializeOptions,
  type Document,
  deserialize,
  onDemand,
  serialize,
} from 'bson';

const STORED: DeserializeOptions = { promoteLongs: false, bsonRegExp: true };

/** Decodes a stored document or a command; 64-bit integers stay `Long`, so that none loses precision or its type. */
export function decode(raw: Uint8Array): Document {
  return deserialize(raw, STORED);
}

/** Only these top-level fields of a stored document: a large one costs a fifth of decoding it whole. */
export function decodeFields(raw: Buffer, names: ReadonlySet<string>): Document {
  const kept = [...onDemand.parseToElements(raw)].flatMap(([, name, nameLength, value, length]) =>
    // The byte before its name says an element's type.
    names.has(raw.toString('utf8', name, name + nameLength)) ? [raw.subarray(name - 1, value + length)] : [],
  );
  const size = kept.reduce((sum, element) => sum + element.length, 5);
  const head = Buffer.alloc(4);
  head.writeInt32LE(size);
  return decode(Buffer.concat([head, ...kept], size));
}

/**
 * The same value for expressions, which compute with JavaScript numbers: a `Long` within 2^53 becomes a number. What
 * holds none is not copied.
 */
export function promoteLongs<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if ((value as { _bsontype?: string })._bsontype === 'Long') {
    const number = Number(value);
    return (Number.isSafeInteger(number) ? number : value) as T;
  }
  if (Array.isArray(value)) {
    const promoted = value.map(promoteLongs);
    return promoted.some((one, i) => one !== value[i]) ? (promoted as T) : value;
  }
  if (!isDocument(value)) return value;
  let copy: Document | undefined;
  const source: Document = value;
  for (const key of Object.keys(source)) {
    const promoted = promoteLongs(source[key]);
    if (promoted === source[key]) continue;
    copy ??= { ...source };
    setField(copy, key, promoted);
  }
  return (copy ?? value) as T;
}

/** Encodes a document; a field that holds `undefined` is left out. */
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

/** True for `{$gt: 1}`: a document whose first field names an operator. */
export function isOperatorDocument(value: unknown): value is Document {
  if (!isDocument(value)) return false;
  for (const key in value) return key.charCodeAt(0) === 36 && key !== '$ref' && key !== '$id';
  return false;
}

export function isRegExp(value: unknown): value is BSONRegExp | RegExp {
  return value instanceof RegExp || (value as BSONRegExp | null)?._bsontype === 'BSONRegExp';
}

/** An own field only: a document may lack a field called `constructor`. */
export function fieldOf(document: Document, name: string): unknown {
  return Object.hasOwn(document, name) ? document[name] : undefined;
}

/** MongoDB's name of a value's BSON type, as `$type` and error messages use it. */
export function typeName(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) && Math.abs(value) <= 0x7fffffff && !Object.is(value, -0)
        ? 'int'
        : 'double';
    case 'undefined':
      return 'missing';
    default:
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  if (isDocument(value)) return 'object';
  return BSON_CLASS_TYPES[(value as { _bsontype: string })._bsontype] ?? 'unknown';
}

const BSON_CLASS_TYPES: Record<string, string> = {
  Long: 'long',
  Int32: 'int',
  Double: 'double',
  Decimal128: 'decimal',
  ObjectId: 'objectId',
  Binary: 'binData',
  UUID: 'binData',
  Timestamp: 'timestamp',
  BSONRegExp: 'regex',
  Code: 'javascript',
  MinKey: 'minKey',
  MaxKey: 'maxKey',
  BSONSymbol: 'symbol',
  DBRef: 'object',
};

/** The number behind a value, or undefined when it is none. A `Long` beyond 2^53 is rounded. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const tag = (value as { _bsontype?: string } | null)?._bsontype;
  return tag === 'Long' || tag === 'Int32' || tag === 'Double' ? Number(value) : undefined;
}

/** A copy that shares no container with its source; BSON value classes are immutable here and shared. */
export function cloneValue<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneValue) as T;
  if (!isDocument(value)) return value;
  const copy: Document = {};
  for (const key of Object.keys(value)) setField(copy, key, cloneValue(value[key]));
  return copy as T;
}

/** Assigns an own field even when it is called `__proto__`. */
export function setField(target: Document, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}
