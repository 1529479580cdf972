import type { Document } from 'bson';
import { compileStages, sliced, stageName, wholeNumber } from '../aggregate/run-stages';
import { encode, isDocument, promoteLongs } from '../bson-values';
import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import { parseSort } from '../query/sort';
import { countByKeys, type Row } from '../query/walk-plan';
import { cursorReply } from '../wire/cursor-reply';
import { type Command, documentField, namespaceOf, numberField } from './command';

const FIRST_BATCH = 101;

/** What the leading stages of a pipeline ask of the collection itself, and the stages that remain. */
export function splitPipeline(pipeline: readonly Document[]) {
  let at = 0;
  const take = (name: string): unknown => {
    const stage = pipeline[at];
    return stage !== undefined && stageName(stage) === name ? pipeline[at++]![name] : undefined;
  };
  const filter = (take('$match') ?? {}) as Document;
  const sort = take('$sort') as Document | undefined;
  const skip = take('$skip');
  const limit = take('$limit');
  return {
    filter,
    sort: parseSort(sort),
    skip: skip === undefined ? 0 : wholeNumber('$skip', skip, 0),
    limit: limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber('$limit', limit, 1),
    rest: pipeline.slice(at),
  };
}

export const aggregate: Command = {
  fields: 'pipeline cursor allowDiskUse explain',
  run: (context) => {
    const { engine, body } = context;
    const namespace = namespaceOf(context);
    if (!Array.isArray(body.pipeline))
      throw new EngineError('TypeMismatch', "'pipeline' option must be specified as an array");
    if (!isDocument(body.cursor)) throw new EngineError('FailedToParse', "The 'cursor' option is required");
    const size = numberField(documentField(body, 'cursor'), 'batchSize', FIRST_BATCH);
    const source = encodedResults(engine, namespace, body.pipeline);
    return cursorReply('firstBatch', namespace, engine.cursors.start(namespace, source, size, false));
  },
};

function encodedResults(engine: Engine, namespace: string, pipeline: Document[]): Iterator<Buffer> {
  const { filter, sort, skip, limit, rest } = splitPipeline(pipeline);
  const stages = compileStages(rest);
  const counter = counterOf(rest);
  const collection = counter && engine.catalog.get(namespace);
  const byKeys = collection && countByKeys(engine.storage, collection, engine.plan(collection, filter));
  if (counter && byKeys !== undefined) return encodedOf(counter(Math.min(Math.max(0, byKeys - skip), limit)));
  const rows = sliced(engine.find(namespace, filter, sort), skip, limit);
  return rest.length === 0 ? rawOf(rows) : encodedOf(stages(documentsOf(rows)));
}

/** What `[{$group: {_id: 1, n: {$sum: 1}}}]` (drivers count like that) and `[{$count: 'n'}]` make of a number. */
function counterOf(stages: readonly Document[]): ((count: number) => Document[]) | undefined {
  const [stage] = stages;
  if (!stage || stages.length > 1) return undefined;
  if (typeof stage.$count === 'string') return (n) => (n > 0 ? [{ [stage.$count]: n }] : []);
  const [id, name, ...others] = Object.keys(documentField(stage, '$group'));
  if (id !== '_id' || !name || others.length > 0) return undefined;
  const { _id, [name]: sum } = stage.$group;
  if (typeof _id !== 'number' || !isDocument(sum) || Object.keys(sum).length > 1 || sum.$sum !== 1)
    return undefined;
  return (n) => (n > 0 ? [{ _id, [name]: n }] : []);
}

function* rawOf(rows: Iterable<Row>): Generator<Buffer> {
  for (const row of rows) yield row.raw;
}

function* documentsOf(rows: Iterable<Row>): Generator<Document> {
  for (const row of rows) yield promoteLongs(row.document);
}

function* encodedOf(documents: Iterable<Document>): Generator<Buffer> {
  for (const document of documents) yield encode(document);
}
