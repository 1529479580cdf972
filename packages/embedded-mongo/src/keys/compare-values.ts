import { encodeKey } from './value-key';

const SURROGATE = /[\ud800-\udfff]/;

/** BSON's comparison order over any two values: negative, zero or positive. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') {
    if (a < b) return -1;
    if (a > b) return 1;
    if (a === b) return 0;
  } else if (typeof a === 'string' && typeof b === 'string') {
    if (a === b) return 0;
    // UTF-16 units and UTF-8 bytes order alike, but for surrogates.
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
