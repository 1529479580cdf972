import { isDeepStrictEqual } from 'node:util';
import { BSON, type Document } from 'mongodb';

/** True when an answer is what a unified test expects. Documents of an answer may have more fields than expected. */
export function matches(expected: unknown, actual: unknown, isRoot = true): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((one, at) => matches(one, actual[at], isRoot))
    );
  }
  if (!isPlain(expected)) return isDeepStrictEqual(plain(expected), plain(actual));
  const special = Object.keys(expected).find((key) => key.startsWith('$$'));
  if (special === '$$unsetOrMatches')
    return actual === undefined || actual === null || matches(expected[special], actual, isRoot);
  if (special === '$$exists') return expected[special] === (actual !== undefined);
  if (special === '$$type') return actual !== undefined;
  if (special !== undefined) throw new Error(`${special} is not known here`);
  if (typeof actual !== 'object' || actual === null) return false;
  const found = actual as Document;
  if (!isRoot && !isDeepStrictEqual(Object.keys(expected).sort(), Object.keys(found).sort())) return false;
  return Object.entries(expected).every(([key, value]) => matches(value, found[key], false));
}

/** True when both lists have the same documents with the same fields in the same order. */
export const areEqual = (expected: readonly Document[], actual: readonly Document[]): boolean =>
  JSON.stringify(expected.map(plain)) === JSON.stringify(actual.map(plain));

const isPlain = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Converts a value so that numbers of all BSON types, and other BSON values, can be compared. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : BSON.EJSON.serialize({ value }, { relaxed: true }).value;
