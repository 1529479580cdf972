import type { Document } from 'bson';
import { numberOf } from '../bson-values';
import { EngineError } from '../engine-error';
import { compareValues } from '../keys/compare-values';
import { EMPTY_ARRAY, encodeKey } from '../keys/value-key';
import { walkPath } from './walk-path';

export interface SortField {
  path: string;
  descending: boolean;
}

/** Reads `{a: 1, b: -1}`. Throws `BadValue` for any other direction. */
export function parseSort(sort: Document | undefined): SortField[] {
  return Object.keys(sort ?? {}).map((path) => {
    const direction = numberOf(sort![path]);
    if (direction !== 1 && direction !== -1)
      throw new EngineError('BadValue', `$sort key ordering must be 1 or -1`);
    return { path, descending: direction === -1 };
  });
}

/** Bytes that order documents as `sort` asks: an array counts as its least element, or its greatest when descending. */
export function sortKeyMaker(sort: readonly SortField[]): (document: Document) => Buffer {
  const paths = sort.map((field) => field.path.split('.'));
  const descending = sort.map((field) => field.descending);
  return (document) =>
    encodeKey(
      paths.map((path, i) => representative(document, path, descending[i]!)),
      descending,
    );
}

function representative(document: Document, path: string[], descending: boolean): unknown {
  let best: unknown;
  let found = false;
  const offer = (value: unknown) => {
    if (!found || better(value, best, descending)) best = value;
    found = true;
  };
  walkPath(document, path, (value) => {
    if (!Array.isArray(value)) offer(value ?? null);
    else if (value.length === 0) offer(EMPTY_ARRAY);
    else for (const element of value) offer(element);
    return false;
  });
  return found ? best : null;
}

function better(value: unknown, best: unknown, descending: boolean): boolean {
  if (value === EMPTY_ARRAY || best === EMPTY_ARRAY) return (value === EMPTY_ARRAY) !== descending;
  const order = compareValues(value, best);
  return descending ? order > 0 : order < 0;
}

/** A new array in the order that `sort` asks; equal documents keep their order. */
export function sortBy<T>(items: T[], documentOf: (item: T) => Document, sort: readonly SortField[]): T[] {
  const keyOf = sortKeyMaker(sort);
  return items
    .map((item) => ({ item, key: keyOf(documentOf(item)) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ item }) => item);
}
