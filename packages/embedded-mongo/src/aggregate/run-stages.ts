import type { Document } from 'bson';
import { isDocument, numberOf } from '../bson-values';
import { EngineError } from '../engine-error';
import { compileFilter } from '../query/compile-filter';
import { parseSort, sortBy } from '../query/sort';
import { walkPath } from '../query/walk-path';
import { withPath } from './computed-fields';
import { compileStage } from './document-stages';
import { compileGroup } from './group';

type Stage = (documents: Iterable<Document>) => Iterable<Document>;

/** Compiles the stages of an aggregation. Throws code 40324 for what this engine does not have. */
export function compileStages(pipeline: readonly Document[]): Stage {
  const stages = pipeline.map(compile);
  return (documents) => stages.reduce((input, stage) => stage(input), documents);
}

/** The name of a stage. */
export function stageName(stage: unknown): string {
  const names = isDocument(stage) ? Object.keys(stage) : [];
  if (names.length !== 1)
    throw new EngineError('Location40323', 'A pipeline stage must contain exactly one field');
  return names[0]!;
}

/** A whole number of `$skip` or `$limit`. */
export function wholeNumber(name: string, value: unknown, least: number): number {
  const number = numberOf(value);
  if (number === undefined || !Number.isInteger(number) || number < least)
    throw new EngineError('BadValue', `${name} takes a whole number of at least ${least}`);
  return number;
}

function compile(stage: Document): Stage {
  const name = stageName(stage);
  const spec = stage[name];
  const perDocument = compileStage(name, spec);
  if (perDocument) return (documents) => mapped(documents, perDocument);
  switch (name) {
    case '$match': {
      const matches = compileFilter(spec);
      return (documents) => filtered(documents, matches);
    }
    case '$sort': {
      const sort = parseSort(spec);
      if (sort.length === 0) throw new EngineError('BadValue', '$sort stage must have at least one sort key');
      return (documents) => sortBy([...documents], (document) => document, sort);
    }
    case '$skip': {
      const skip = wholeNumber(name, spec, 0);
      return (documents) => sliced(documents, skip, Number.POSITIVE_INFINITY);
    }
    case '$limit': {
      const limit = wholeNumber(name, spec, 1);
      return (documents) => sliced(documents, 0, limit);
    }
    case '$count':
      if (typeof spec !== 'string' || spec === '' || spec.startsWith('$') || spec.includes('.'))
        throw new EngineError('BadValue', 'the count field must be a non-empty string, without $ and .');
      return (documents) => counted(documents, spec);
    case '$group':
      return compileGroup(spec);
    case '$unwind':
      return compileUnwind(spec);
    default:
      throw new EngineError('Location40324', `Unrecognized pipeline stage name: '${name}'`);
  }
}

function* mapped(documents: Iterable<Document>, map: (document: Document) => Document): Iterable<Document> {
  for (const document of documents) yield map(document);
}

function* filtered(
  documents: Iterable<Document>,
  matches: (document: Document) => boolean,
): Iterable<Document> {
  for (const document of documents) if (matches(document)) yield document;
}

/** Skips and limits; stops reading its source as soon as it has enough. */
export function* sliced<T>(items: Iterable<T>, skip: number, limit: number): Generator<T> {
  if (limit <= 0) return;
  let seen = 0;
  for (const item of items) {
    if (seen++ < skip) continue;
    yield item;
    if (seen - skip >= limit) return;
  }
}

function* counted(documents: Iterable<Document>, field: string): Iterable<Document> {
  let count = 0;
  for (const _document of documents) count++;
  if (count > 0) yield { [field]: count };
}

function compileUnwind(spec: unknown): Stage {
  const {
    path,
    preserveNullAndEmptyArrays = false,
    includeArrayIndex,
  } = (isDocument(spec) ? spec : { path: spec }) as Document;
  if (typeof path !== 'string' || !path.startsWith('$') || path.length < 2)
    throw new EngineError('BadValue', `the path of $unwind must begin with $: ${String(path)}`);
  const parts = path.slice(1).split('.');
  return function* (documents) {
    for (const document of documents) {
      let value: unknown;
      walkPath(document, parts, (found) => {
        value = found;
        return true;
      });
      const elements = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
      if (elements.length === 0 && preserveNullAndEmptyArrays) {
        const kept = Array.isArray(value) ? (withPath(document, parts, undefined) as Document) : document;
        yield includeArrayIndex ? { ...kept, [includeArrayIndex]: null } : kept;
      }
      for (const [i, element] of elements.entries()) {
        const unwound = withPath(document, parts, element) as Document;
        yield includeArrayIndex
          ? { ...unwound, [includeArrayIndex]: Array.isArray(value) ? i : null }
          : unwound;
      }
    }
  };
}
