import type { Document } from 'bson';
import { cloneValue, fieldOf, idFirst, isDocument, isOperatorDocument, setField } from '../bson-values';
import { EngineError } from '../engine-error';
import { valuesEqual } from '../keys/value-key';
import { equalitiesOf } from '../query/conditions';
import { compileExpression } from '../query/expressions';
import { POSITION } from '../query/walk-path';
import { KEEP, OPERATORS, REMOVE } from './operators';
import { expandPath, locate, parseArrayFilters, write } from './update-path';

/**
 * Returns the next version of a document. The old version stays unchanged, and both versions share the unchanged parts.
 */
export type Update = (document: Document, inserting: boolean) => Document;

/**
 * Compiles operators or a pipeline of `$set`. Throws `FailedToParse`, `ConflictingUpdateOperators` and similar errors.
 */
export function compileUpdate(update: unknown, arrayFilters?: Document[]): Update {
  if (Array.isArray(update)) {
    if (arrayFilters) throw new EngineError('FailedToParse', 'arrayFilters do not go with a pipeline');
    const stages = update.map(compileStage);
    return (document) =>
      keepId(
        document,
        stages.reduce((value, stage) => stage(value), document),
      );
  }
  if (!isOperatorDocument(update))
    throw new EngineError(
      'FailedToParse',
      'this engine replaces no whole documents: an update has operators',
    );
  return compileOperators(update, arrayFilters);
}

/** Compiles `{$set: {field: expression}}` of an update pipeline. */
function compileStage(stage: unknown): (document: Document) => Document {
  const [name, ...others] = isDocument(stage) ? Object.keys(stage) : [];
  if (name !== '$set' || others.length > 0)
    throw new EngineError('InvalidOptions', `${String(name)} is not allowed to be used within an update`);
  const spec: unknown = (stage as Document).$set;
  if (!isDocument(spec)) throw new EngineError('Location40272', '$set specification stage must be an object');
  const fields = Object.keys(spec).map((field) => {
    checkPath(field);
    // MongoDB would merge a plain document into the existing field instead of replacing the field.
    const merges = isDocument(spec[field]) && !isOperatorDocument(spec[field]);
    if (field.includes('.') || merges)
      throw new EngineError(
        'BadValue',
        `this engine sets whole fields in a pipeline, not '${field}' in part`,
      );
    return { field, value: compileExpression(spec[field]) };
  });
  return (document) => {
    const after = { ...document };
    for (const { field, value } of fields) {
      const next = value(document, {});
      if (next === undefined) delete after[field];
      else setField(after, field, next);
    }
    return after;
  };
}

/** Returns the document with which an upsert starts: the fields for which its query requires an equal value. */
export function upsertSeed(filter: Document): Document {
  const seed: Document = {};
  const paths: string[] = [];
  for (const [path, value] of equalitiesOf(filter)) {
    if (paths.some((other) => clashes(path, other)))
      throw new EngineError('NotSingleValueField', `cannot infer a field to set: '${path}' is matched twice`);
    paths.push(path);
    const { holder, key } = locate(seed, path.split('.'), true)!;
    write(holder, key, cloneValue(value));
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
  const filter = parseArrayFilters(arrayFilters);
  const used = new Set(steps.flatMap(({ parts }) => parts.filter((part) => part.startsWith('$'))));
  if (filter && !used.has(filter.part))
    throw new EngineError('FailedToParse', `The array filter for '${filter.part}' was not used`);
  for (const part of used)
    if (part !== filter?.part) throw new EngineError('BadValue', `No array filter found for '${part}'`);
  const roots = new Set(steps.map((step) => step.parts[0]!));
  return (before, inserting) => {
    const after = { ...before };
    for (const root of roots) if (root in after) after[root] = cloneValue(after[root]);
    const due = steps.filter(({ name }) => name !== '$setOnInsert' || inserting);
    // The elements for all steps are selected before the first change. Otherwise the change of one step could hide an
    // element from the next step.
    const places = due.flatMap((step) =>
      expandPath(after, step.parts, filter).map((parts) => ({ step, parts })),
    );
    for (const { step, parts } of places) applyStep(after, step, parts);
    return keepId(before, after);
  };
}

/** True when the paths are equal, or when one contains the other. */
const clashes = (a: string, b: string): boolean => `${a}.`.startsWith(`${b}.`) || b.startsWith(`${a}.`);

function stepsOf(update: Document): Step[] {
  const steps: Step[] = [];
  for (const name of Object.keys(update)) {
    if (!Object.hasOwn(OPERATORS, name)) throw new EngineError('FailedToParse', `Unknown modifier: ${name}`);
    const fields = update[name];
    if (!isDocument(fields))
      throw new EngineError('FailedToParse', `Modifiers operate on fields: {${name}: {field: …}}`);
    for (const path of Object.keys(fields)) {
      checkPath(path);
      const parts = path.split('.');
      const clash = steps.find(
        (other) =>
          other.parts[0] === parts[0] && (clashes(path, other.path) || mixesPositions(parts, other.parts)),
      );
      if (clash)
        throw new EngineError(
          'ConflictingUpdateOperators',
          `Updating '${path}' would conflict with '${clash.path}'`,
        );
      steps.push({ name, path, parts, operand: fields[path] });
    }
  }
  return steps.sort(inPathOrder);
}

/** Sorts the steps by path, as MongoDB does when it creates new fields. Array positions are compared as numbers. */
function inPathOrder({ parts: a }: Step, { parts: b }: Step): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  const [x, y] = [a[at]!, b[at]!];
  return POSITION.test(x) && POSITION.test(y) ? Number(x) - Number(y) : x < y ? -1 : 1;
}

/** True when one path has `$[name]` in the position in which the other has a field or an index. */
function mixesPositions(a: readonly string[], b: readonly string[]): boolean {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at !== -1 && b[at] !== undefined && a[at]!.startsWith('$') !== b[at]!.startsWith('$');
}

function checkPath(path: string): void {
  const parts = path.split('.');
  if (parts.includes(''))
    throw new EngineError('EmptyFieldName', `The path '${path}' contains an empty field name`);
  const elements = parts.filter((part) => part.startsWith('$'));
  if (elements.length > 1 || ['$', '$[]', parts[0]].includes(elements[0]))
    throw new EngineError('BadValue', `this engine names elements by one $[name], not as in '${path}'`);
  if (elements[0] && !/^\$\[[a-z][a-zA-Z0-9]*\]$/.test(elements[0]))
    throw new EngineError('DollarPrefixedFieldName', `The field '${elements[0]}' in '${path}' is not valid`);
}

function applyStep(document: Document, { name, path, operand }: Step, parts: string[]): void {
  const seen = locate(document, parts, false);
  const value = seen && fieldOf(seen.holder, seen.key);
  const next = OPERATORS[name]!({ value, path }, operand);
  if (next === KEEP) return;
  if (next !== REMOVE) {
    const { holder, key } = locate(document, parts, true)!;
    write(holder, key, cloneValue(next));
  } else if (seen) {
    // An array element is not removed. It becomes null.
    if (Array.isArray(seen.holder)) seen.holder[Number(seen.key)] = null;
    else delete seen.holder[seen.key];
  }
}

/** Keeps the `_id`, which comes first and never changes. */
function keepId(before: Document, after: Document): Document {
  if (before._id === undefined) return after;
  if (after._id === undefined || !valuesEqual(before._id, after._id))
    throw new EngineError('ImmutableField', "The update would modify the immutable field '_id'");
  return Object.keys(after)[0] === '_id' ? after : idFirst(before._id, after);
}
