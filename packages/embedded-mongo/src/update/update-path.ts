import type { Document } from 'bson';
import { fieldOf, isDocument, setField } from '../bson-values';
import { EngineError } from '../engine-error';
import { compileFilter } from '../query/compile-filter';
import { POSITION } from '../query/walk-path';

const MAX_PADDING = 1_500_000;

/** Returns the container and key of a path; undefined when the path is missing and `create` is off. */
export function locate(
  document: Document,
  parts: readonly string[],
  create: boolean,
): { holder: Document; key: string } | undefined {
  let holder: Document = document;
  for (let i = 0; ; i++) {
    const key = parts[i]!;
    if (Array.isArray(holder)) {
      if (!POSITION.test(key)) {
        if (!create) return undefined;
        throw new EngineError('PathNotViable', `Cannot create field '${key}' in the array '${parts[i - 1]}'`);
      }
      if (create && Number(key) > holder.length + MAX_PADDING)
        throw new EngineError('BadValue', `Cannot pad array with more than ${MAX_PADDING} elements`);
    }
    if (i === parts.length - 1) return { holder, key };
    let next = fieldOf(holder, key);
    if (next === undefined) {
      if (!create) return undefined;
      next = {};
      write(holder, key, next);
    } else if (!isDocument(next) && !Array.isArray(next)) {
      if (!create) return undefined;
      throw new EngineError(
        'PathNotViable',
        `Cannot create field '${parts[i + 1]}' in '${key}', which is no document`,
      );
    }
    holder = next as Document;
  }
}

/** Sets a field. If a position is past the end of an array, the array is filled with null. */
export function write(holder: Document, key: string, value: unknown): void {
  if (Array.isArray(holder)) while (holder.length < Number(key)) holder.push(null);
  setField(holder, key, value);
}

/** The elements that `$[name]` selects. */
export interface ArrayFilter {
  part: string;
  chooses(element: unknown): boolean;
}

/** Returns all concrete paths for a path with `$[name]` in this document. */
export function expandPath(document: Document, parts: readonly string[], filter?: ArrayFilter): string[][] {
  const at = filter ? parts.indexOf(filter.part) : -1;
  if (at === -1) return [[...parts]];
  const before = parts.slice(0, at);
  const place = locate(document, before, false);
  const array = place && fieldOf(place.holder, place.key);
  if (!Array.isArray(array))
    throw new EngineError('BadValue', `The array '${before.join('.')}' must exist to update its elements`);
  const chosen = [...array.keys()].filter((index) => filter!.chooses(array[index]));
  return chosen.map((index) => [...before, String(index), ...parts.slice(at + 1)]);
}

/** Reads `arrayFilters`. Each filter has conditions on one name. */
export function parseArrayFilters(filters: readonly Document[] = []): ArrayFilter | undefined {
  const [filter, ...more] = filters;
  if (!filter) return undefined;
  const [name, ...others] = new Set(Object.keys(filter).map((path) => path.split('.', 1)[0]!));
  if (more.length > 0) throw new EngineError('BadValue', 'this engine takes one array filter an update');
  if (name === undefined || name.startsWith('$') || others.length > 0)
    throw new EngineError('FailedToParse', 'Expected a single top-level field name in an array filter');
  const matches = compileFilter(filter);
  return { part: `$[${name}]`, chooses: (element) => matches({ [name]: element }) };
}
