import type { Document } from 'bson';
import { fieldOf, isDocument } from '../bson-values';

const INDEX = /^(0|[1-9]\d*)$/;

/**
 * Visits what a dotted path means in a document: through every document of an array on the way, and by position where
 * a part is a number. A visit with `undefined` says "missing here". Stops, and returns true, when a visit returns true.
 */
export function walkPath(
  document: Document,
  path: readonly string[],
  visit: (value: unknown) => boolean,
): boolean {
  if (path.length === 1) return visit(fieldOf(document, path[0]!));
  return walk(document, path, 0, visit);
}

function walk(
  value: unknown,
  path: readonly string[],
  depth: number,
  visit: (v: unknown) => boolean,
): boolean {
  if (depth === path.length) return visit(value);
  const part = path[depth]!;
  if (Array.isArray(value)) {
    if (INDEX.test(part) && Number(part) < value.length && walk(value[Number(part)], path, depth + 1, visit))
      return true;
    for (const element of value) if (isDocument(element) && walk(element, path, depth, visit)) return true;
    return false;
  }
  if (!isDocument(value)) return visit(undefined);
  return walk(fieldOf(value, part), path, depth + 1, visit);
}

/** Like `walkPath`, and an array at the end is visited as a whole and element by element. */
export function walkLeaves(
  document: Document,
  path: readonly string[],
  visit: (value: unknown) => boolean,
): boolean {
  return walkPath(document, path, (value) => {
    if (visit(value)) return true;
    return Array.isArray(value) && value.some((element) => visit(element));
  });
}
