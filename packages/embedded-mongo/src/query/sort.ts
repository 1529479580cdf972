import type { Document } from 'bson';
import { numberOf } from '../bson-values';
import { EngineError } from '../engine-error';
import { encodeKey } from '../keys/value-key';
import { collectKeyValues, POSITION } from './walk-path';

export interface SortField {
  path: string;
  descending: boolean;
}

/**
 * Reads `{a: 1, b: -1}`. Throws `BadValue` for any other direction, and for a path with an array index, such as `a.0`.
 */
export function parseSort(sort: Document | undefined): SortField[] {
  return Object.keys(sort ?? {}).map((path) => {
    const direction = numberOf(sort![path]);
    if (direction !== 1 && direction !== -1)
      throw new EngineError('BadValue', `$sort key ordering must be 1 or -1`);
    if (path.split('.').some((part) => POSITION.test(part)))
      throw new EngineError('BadValue', `this engine sorts by no position in an array: '${path}'`);
    return { path, descending: direction === -1 };
  });
}

/**
 * Returns a function that computes a sort key for a document. The bytes of the keys have the order that `sort`
 * requests. An array counts as its least element, or in descending order as its greatest.
 */
export function sortKeyMaker(sort: readonly SortField[]): (document: Document) => Buffer {
  const fields = sort.map(({ path, descending }) => ({ parts: path.split('.'), descending: [descending] }));
  return (document) =>
    Buffer.concat(
      fields.map(({ parts, descending }) => {
        const values: unknown[] = [];
        collectKeyValues(document, parts, values);
        // Descending keys are inverted, so the greatest value has the least key.
        return values
          .map((value) => encodeKey([value], descending))
          .reduce((a, b) => (Buffer.compare(a, b) <= 0 ? a : b));
      }),
    );
}

/** Returns a new array, sorted as `sort` requests. Equal documents stay in their order. */
export function sortBy<T>(items: T[], documentOf: (item: T) => Document, sort: readonly SortField[]): T[] {
  const keyOf = sortKeyMaker(sort);
  return items
    .map((item) => ({ item, key: keyOf(documentOf(item)) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ item }) => item);
}
