import type { Document } from 'bson';
import { cloneValue, isDocument, promoteLongs, setField } from '../bson-values';
import { EngineError } from '../engine-error';
import { valuesEqual } from '../keys/compare-values';
import { equalitiesOf } from '../query/conditions';
import { KEEP, OPERATORS, REMOVE } from './operators';
import { compilePipeline } from './pipeline';
import { expandPath, locate, type Positions, parseArrayFilters, read, write } from './update-path';

export interface UpdateContext {
  /** The query, for `$` in paths. */
  filter: Document;
  now: Date;
  inserting: boolean;
}

/** Turns a document into its next version; the given one stays as it is, and shares what did not change. */
export type Update = (document: Document, context: UpdateContext) => Document;

/** Compiles operators, a pipeline or a replacement. Throws `FailedToParse`, `ConflictingUpdateOperators` and the like. */
export function compileUpdate(update: unknown, arrayFilters?: Document[]): Update {
  if (Array.isArray(update)) {
    if (arrayFilters) throw new EngineError('FailedToParse', 'arrayFilters do not go with a pipeline');
    const run = compilePipeline(update);
    return (document) => keepId(document, run(document, promoteLongs(document)));
  }
  if (!isDocument(update))
    throw new EngineError('FailedToParse', 'Update argument must be an object or an array');
  if (!isReplacement(update)) return compileOperators(update, arrayFilters);
  const misplaced = Object.keys(update).find((name) => name.startsWith('$'));
  if (misplaced)
    throw new EngineError('DollarPrefixedFieldName', `A replacement may not have the field '${misplaced}'`);
  return (document) => keepId(document, { _id: document._id, ...update });
}

/** Whether an update replaces the document as a whole, which `multi` does not allow. */
export function isReplacement(update: unknown): boolean {
  return isDocument(update) && !Object.keys(update)[0]?.startsWith('$');
}

/** The document that an upsert starts from: the equalities of its query. */
export function upsertSeed(filter: Document): Document {
  const seed: Document = {};
  for (const [path, value] of equalitiesOf(filter)) {
    const place = locate(seed, path.split('.'), true)!;
    if (read(place.holder, place.key) !== undefined)
      throw new EngineError('NotSingleValueField', `cannot infer a field to set: '${path}' is matched twice`);
    write(place.holder, place.key, cloneValue(value));
  }
  return seed;
}

interface Step {
  name: string;
  path: string;
  parts: string[];
  operand: unknown;
}

function compileOperators(update: Document, arrayFilters?: Document[]): Update {
  const steps = stepsOf(update);
  const filters = parseArrayFilters(arrayFilters);
  for (const name of filters.keys())
    if (!steps.some((step) => step.parts.includes(`$[${name}]`)))
      throw new EngineError('FailedToParse', `The array filter for identifier '${name}' was not used`);
  const roots = new Set(steps.map((step) => step.parts[0]!));
  const positional = steps.some(({ parts }) => parts.some((part) => part.startsWith('$')));
  return (before, { filter, now, inserting }) => {
    const after = { ...before };
    for (const root of roots) if (root in after) after[root] = cloneValue(after[root]);
    const positions: Positions = { filter, arrayFilters: filters };
    const due = steps.filter(({ name }) => name !== '$setOnInsert' || inserting);
    // Every array filter sees the elements as they were: no step may hide an element from the next one.
    const places = due.flatMap((step) =>
      expandPath(after, step.parts, positions).map((parts) => ({ step, parts })),
    );
    if (positional) refuseClashes(places.map(({ parts }) => parts));
    for (const { step, parts } of places) applyStep(after, step, parts, now);
    return keepId(before, after);
  };
}

/** Paths that differ, such as `a.$[].b` and `a.$[x].b`, may mean the same place in this document. */
function refuseClashes(places: readonly (readonly string[])[]): void {
  const ends = new Set<string>();
  const onTheWay = new Set<string>();
  for (const parts of places) {
    const path = parts.join('.');
    const prefixes = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
    if (ends.has(path) || onTheWay.has(path) || prefixes.some((prefix) => ends.has(prefix)))
      throw new EngineError('ConflictingUpdateOperators', `Update created a conflict at '${path}'`);
    ends.add(path);
    for (const prefix of prefixes) onTheWay.add(prefix);
  }
}

function stepsOf(update: Document): Step[] {
  const steps: Step[] = [];
  for (const name of Object.keys(update)) {
    if (!Object.hasOwn(OPERATORS, name)) throw new EngineError('FailedToParse', `Unknown modifier: ${name}`);
    const fields = update[name];
    if (!isDocument(fields))
      throw new EngineError('FailedToParse', `Modifiers operate on fields: {${name}: {field: …}}`);
    for (const path of Object.keys(fields)) {
      checkPath(path);
      const clash = steps.find(
        ({ path: other }) => `${path}.`.startsWith(`${other}.`) || other.startsWith(`${path}.`),
      );
      if (clash)
        throw new EngineError(
          'ConflictingUpdateOperators',
          `Updating '${path}' would conflict with '${clash.path}'`,
        );
      steps.push({ name, path, parts: path.split('.'), operand: fields[path] });
    }
  }
  // MongoDB creates new fields in the order of their paths.
  return steps.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function checkPath(path: string): void {
  const parts = path.split('.');
  if (parts.includes(''))
    throw new EngineError('EmptyFieldName', `The path '${path}' contains an empty field name`);
  const dollar = parts.find((part) => part.startsWith('$') && !/^\$(\[\w*\])?$/.test(part));
  if (dollar)
    throw new EngineError('DollarPrefixedFieldName', `The field '${dollar}' in '${path}' is not valid`);
}

function applyStep(document: Document, { name, path, operand }: Step, parts: string[], now: Date): void {
  const seen = locate(document, parts, false);
  const value = seen && read(seen.holder, seen.key);
  const next = OPERATORS[name]!({ value, path, now }, operand as never);
  if (next === KEEP) return;
  if (next !== REMOVE) {
    const { holder, key } = locate(document, parts, true)!;
    write(holder, key, cloneValue(next));
  } else if (seen) {
    // An element of an array is not cut out, it becomes null.
    if (Array.isArray(seen.holder)) seen.holder[Number(seen.key)] = null;
    else delete seen.holder[seen.key];
  }
}

/** `_id` comes first, and never changes. */
function keepId(before: Document, after: Document): Document {
  if (before._id === undefined) return after;
  if (after._id === undefined || !valuesEqual(before._id, after._id))
    throw new EngineError('ImmutableField', "The update would modify the immutable field '_id'");
  if (Object.keys(after)[0] === '_id') return after;
  const ordered: Document = { _id: before._id };
  for (const key of Object.keys(after)) if (key !== '_id') setField(ordered, key, after[key]);
  return ordered;
}
