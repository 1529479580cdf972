import type { Document } from 'bson';
import { fieldOf, isDocument, setField } from '../bson-values';
import { EngineError } from '../engine-error';
import { compileFilter, type Predicate } from '../query/compile-filter';
import { conditionsOf } from '../query/conditions';

const INDEX = /^(0|[1-9]\d*)$/;
const MOST_PADDING = 1_500_000;

/** What `$` and `$[name]` in a path stand for. */
export interface Positions {
  filter: Document;
  arrayFilters: Map<string, Predicate>;
}

/** The container and the key that a path without positional parts leads to, or undefined when `create` is off and it leads nowhere. */
export function locate(
  document: Document,
  parts: readonly string[],
  create: boolean,
): { holder: Document; key: string } | undefined {
  let holder: Document = document;
  for (let i = 0; ; i++) {
    const key = parts[i]!;
    if (Array.isArray(holder)) {
      if (!INDEX.test(key)) {
        if (!create) return undefined;
        throw new EngineError('PathNotViable', `Cannot create field '${key}' in the array '${parts[i - 1]}'`);
      }
      if (create && Number(key) > holder.length + MOST_PADDING)
        throw new EngineError('BadValue', `Cannot pad array with more than ${MOST_PADDING} elements`);
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

export function read(holder: Document, key: string): unknown {
  return fieldOf(holder, key);
}

/** Sets a field; positions past the end of an array are padded with null. */
export function write(holder: Document, key: string, value: unknown): void {
  if (Array.isArray(holder)) while (holder.length < Number(key)) holder.push(null);
  setField(holder, key, value);
}

/** Every concrete path that a path with `$`, `$[]` or `$[name]` means in this document. */
export function expandPath(document: Document, parts: readonly string[], positions: Positions): string[][] {
  const at = parts.findIndex((part) => part.startsWith('$'));
  if (at === -1) return [[...parts]];
  const before = parts.slice(0, at);
  const place = locate(document, before, false);
  const array = place && read(place.holder, place.key);
  if (!Array.isArray(array))
    throw new EngineError('BadValue', `The array '${before.join('.')}' must exist to update its elements`);
  return chosen(array, before, parts[at]!, positions).flatMap((index) =>
    expandPath(document, [...before, String(index), ...parts.slice(at + 1)], positions),
  );
}

function chosen(array: unknown[], path: string[], part: string, positions: Positions): number[] {
  const all = [...array.keys()];
  if (part === '$[]') return all;
  if (part === '$') return [firstMatch(array, path.join('.'), positions.filter)];
  const name = part.slice(2, -1);
  const matches = positions.arrayFilters.get(name);
  if (!matches) throw new EngineError('BadValue', `No array filter for identifier '${name}'`);
  return all.filter((index) => matches({ [name]: array[index] }));
}

/** The first element for which alone the conditions of the query on this array hold. */
function firstMatch(array: unknown[], path: string, filter: Document): number {
  const conditions = conditionsOf(filter).filter(
    (one) => one.path === path || one.path.startsWith(`${path}.`),
  );
  const test =
    conditions.length > 0 ? compileFilter({ $and: conditions.map((one) => one.filter) }) : undefined;
  const nested = (value: unknown) =>
    path.split('.').reduceRight((inner: unknown, part) => ({ [part]: inner }), value);
  const index = test ? array.findIndex((element) => test(nested([element]) as Document)) : -1;
  if (index === -1) throw new EngineError('BadValue', 'The positional operator found no match in the query');
  return index;
}

/** Reads `arrayFilters`: one predicate a name. */
export function parseArrayFilters(filters: readonly Document[] = []): Map<string, Predicate> {
  const parsed = new Map<string, Predicate>();
  for (const filter of filters) {
    const names = new Set(
      conditionsOf(filter).map(({ path, filter: own }) => (path || firstPath(own)).split('.')[0]!),
    );
    if (names.size !== 1)
      throw new EngineError('FailedToParse', 'Expected a single top-level field name in an array filter');
    const [name] = names as unknown as [string];
    const [only] = [...names];
    if (parsed.has(only!)) throw new EngineError('FailedToParse', `Found two array filters for ${name}`);
    parsed.set(only!, compileFilter(filter));
  }
  return parsed;
}

function firstPath(filter: Document): string {
  const [clause] = Object.values(filter)[0] as Document[];
  return clause ? (conditionsOf(clause)[0]?.path ?? '') : '';
}
