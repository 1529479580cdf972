import { Binary, Long, ObjectId } from 'bson';
import fc from 'fast-check';

/**
 * Returns the position of a BSON type in the specification's order. The order is written a second time here and not
 * shared with the engine, so that the test is independent.
 */
function typeOrder(value: unknown): number {
  if (value === null) return 1;
  if (typeof value === 'number' || value instanceof Long) return 2;
  if (typeof value === 'string') return 3;
  if (Array.isArray(value)) return 5;
  if (value instanceof Binary) return 6;
  if (value instanceof ObjectId) return 7;
  if (typeof value === 'boolean') return 8;
  if (value instanceof Date) return 9;
  return 4;
}

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareNumbers(a: number | Long, b: number | Long): number {
  if (Number.isNaN(Number(a)) || Number.isNaN(Number(b)))
    return Number(Number.isNaN(Number(b))) - Number(Number.isNaN(Number(a)));
  const exact = (one: number | Long) => (one instanceof Long ? one.toBigInt() : one);
  // JavaScript compares a bigint with a number by their mathematical values.
  return compare(exact(a), exact(b));
}

function compareLists(
  a: readonly unknown[],
  b: readonly unknown[],
  each: (a: never, b: never) => number,
): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = each(a[i] as never, b[i] as never);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const compareFields = ([nameA, a]: [string, unknown], [nameB, b]: [string, unknown]): number =>
  compare(typeOrder(a), typeOrder(b)) ||
  Buffer.compare(Buffer.from(nameA), Buffer.from(nameB)) ||
  compareBson(a, b);

/** Compares in BSON's order, according to MongoDB's documentation. */
export function compareBson(a: unknown, b: unknown): number {
  const type = typeOrder(a);
  if (type !== typeOrder(b)) return compare(type, typeOrder(b));
  if (type === 2) return compareNumbers(a as number, b as number);
  if (type === 3) return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
  if (type === 4)
    return compareLists(Object.entries(a as object), Object.entries(b as object), compareFields);
  if (type === 5) return compareLists(a as unknown[], b as unknown[], compareBson);
  if (a instanceof Binary && b instanceof Binary)
    return (
      compare(a.position, b.position) ||
      compare(a.sub_type, b.sub_type) ||
      Buffer.compare(a.buffer.subarray(0, a.position), b.buffer.subarray(0, b.position))
    );
  if (a instanceof ObjectId && b instanceof ObjectId) return Buffer.compare(a.id, b.id);
  if (a instanceof Date && b instanceof Date) return compare(a.getTime(), b.getTime());
  return type === 8 ? compare(a, b) : 0;
}

const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', '\0', '\x01', 'a\x01', 'a\0b', '\uffff', '\u{1f600}'),
  fc.integer({ min: -5, max: 5 }),
  fc.double(),
  fc.bigInt({ min: 1n - 2n ** 53n, max: 2n ** 53n - 1n }).map((value) => Long.fromBigInt(value)),
  fc.constantFrom(2 ** 53, -(2 ** 53), 2 ** 62, 2 ** 63, Number.NaN, Number.POSITIVE_INFINITY, -0),
  fc.string({ unit: 'binary' }),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array({ maxLength: 6 }), fc.constantFrom(0, 5, 128))
    .map(([bytes, type]) => new Binary(bytes, type)),
);

/** Any value that BSON can hold and this engine supports, nested up to three deep. */
export const bsonValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'ab', 'é'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
