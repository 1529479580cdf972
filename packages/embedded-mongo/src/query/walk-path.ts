import type { Document } from 'bson';
import { fieldOf, isDocument } from '../bson-values';
import { EMPTY_ARRAY } from '../keys/value-key';

/** A part of a path that may be a position in an array. */
export const POSITION = /^(0|[1-9]\d*)$/;

/** `byPosition`: the last path part selected this value from an array by its position. */
type Visit = (value: unknown, byPosition: boolean) => boolean;

/**
 * Visits all values of a dotted path in a document. In an array, it visits every element that is a document. A numeric
 * path part also selects the element at this position. A visit with `undefined` means "missing here". Stops and returns
 * true when a visit returns true.
 */
export function walkPath(document: Document, path: readonly string[], visit: Visit): boolean {
  if (path.length === 1) return visit(fieldOf(document, path[0]!), false);
  return walk(document, path, 0, visit, false);
}

function walk(
  value: unknown,
  path: readonly string[],
  depth: number,
  visit: Visit,
  byPosition: boolean,
): boolean {
  if (depth === path.length) return visit(value, byPosition);
  const part = path[depth]!;
  if (Array.isArray(value)) {
    if (POSITION.test(part) && Number(part) < value.length)
      if (walk(value[Number(part)], path, depth + 1, visit, true)) return true;
    for (const element of value)
      if (isDocument(element) && walk(element, path, depth, visit, false)) return true;
    return false;
  }
  if (!isDocument(value)) return visit(undefined, false);
  return walk(fieldOf(value, part), path, depth + 1, visit, false);
}

/**
 * Does the same as `walkPath`. If the path ends at an array, also visits each element of the array, except when the
 * last part of the path is a position.
 */
export function walkLeaves(
  document: Document,
  path: readonly string[],
  visit: (value: unknown) => boolean,
): boolean {
  return walkPath(document, path, (value, byPosition) => {
    if (visit(value)) return true;
    return Array.isArray(value) && !byPosition && value.some((element) => visit(element));
  });
}

/**
 * Collects the values of a path for an index or a sort. For an array, collects its elements, or `EMPTY_ARRAY` if it has
 * none. For a missing path, collects `undefined`. Returns whether there was an array.
 */
export function collectKeyValues(
  value: unknown,
  path: readonly string[],
  into: unknown[],
  depth = 0,
): boolean {
  const isArray = Array.isArray(value);
  if (depth === path.length) {
    if (!isArray) into.push(value);
    else if (value.length === 0) into.push(EMPTY_ARRAY);
    else for (const element of value) into.push(element);
    return isArray;
  }
  if (isArray && value.length > 0) {
    for (const element of value)
      collectKeyValues(isDocument(element) ? element : undefined, path, into, depth);
    return true;
  }
  const next = isDocument(value) ? fieldOf(value, path[depth]!) : undefined;
  return collectKeyValues(next, path, into, depth + 1) || isArray;
}
