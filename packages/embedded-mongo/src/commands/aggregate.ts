import type { Document } from 'bson';
import { encode, isDocument } from '../bson-values';
import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import { countByKeys } from '../query/walk-plan';
import { cursorReply } from '../wire/replies';
import { type Command, documentField, namespaceOf, numberField } from './command';
import { encoded, FIRST_BATCH } from './find';

/** The supported stages. Each stage is optional, but the stages must have this order. */
export const STAGES = ['$match', '$group'];

/** Parses a pipeline. Throws code 40324 for any other stage. */
export function readPipeline(pipeline: unknown): { filter: Document; group: Group | undefined } {
  if (!Array.isArray(pipeline))
    throw new EngineError('TypeMismatch', "'pipeline' option must be specified as an array");
  const specs = new Map<string, Document>();
  let place = -1;
  for (const stage of pipeline) {
    const [name, ...others] = isDocument(stage) ? Object.keys(stage) : [];
    if (name === undefined || others.length > 0)
      throw new EngineError('Location40323', 'A pipeline stage must contain exactly one field');
    if (STAGES.indexOf(name) <= place)
      throw new EngineError('Location40324', `Unrecognized pipeline stage name, or place for it: '${name}'`);
    place = STAGES.indexOf(name);
    specs.set(name, documentField(stage, name));
  }
  const group = specs.get('$group');
  return { filter: specs.get('$match') ?? {}, group: group && compileGroup(group) };
}

/** Computes the single result of a `$group` stage from the number of matched documents. */
type Group = (count: number) => Document;

/** Compiles `{_id: <constant>, name: {$sum: 1}}`, the form with which MongoDB drivers count. */
function compileGroup({ _id, ...counts }: Document): Group {
  if (_id !== null && typeof _id !== 'number')
    throw new EngineError('BadValue', 'this engine groups by a number or null, as drivers count');
  for (const [name, sum] of Object.entries(counts))
    if (!isDocument(sum) || Object.keys(sum).length !== 1 || sum.$sum !== 1)
      throw new EngineError('BadValue', `unknown group operator: this engine knows only ${name}: {$sum: 1}`);
  return (count) => ({ _id, ...Object.fromEntries(Object.keys(counts).map((name) => [name, count])) });
}

export const aggregate: Command = {
  fields: 'pipeline cursor allowDiskUse',
  run: (context) => {
    const { engine, body } = context;
    const namespace = namespaceOf(context);
    const { filter, group } = readPipeline(body.pipeline);
    if (!isDocument(body.cursor)) throw new EngineError('FailedToParse', "The 'cursor' option is required");
    const size = numberField(body.cursor, 'batchSize', FIRST_BATCH);
    const answer = (source: Iterator<Buffer>) =>
      cursorReply('firstBatch', namespace, engine.cursors.start(namespace, source, size, false));
    if (!group) return answer(encoded(engine.find(namespace, filter), (row) => row.raw));
    const count = countFound(engine, namespace, filter);
    return answer((count > 0 ? [encode(group(count))] : []).values());
  },
};

function countFound(engine: Engine, namespace: string, filter: Document): number {
  const collection = engine.catalog.get(namespace);
  const byKeys = collection && countByKeys(engine.storage, collection, engine.plan(collection, filter));
  if (byKeys !== undefined) return byKeys;
  let found = 0;
  for (const _row of engine.find(namespace, filter)) found++;
  return found;
}

/** Counts the documents of a whole collection from index keys, without reading documents. */
export const count: Command = {
  fields: '',
  run: (context) => {
    const { engine } = context;
    const collection = engine.catalog.get(namespaceOf(context));
    const n = collection ? countByKeys(engine.storage, collection, engine.plan(collection, {})) : 0;
    return { n, ok: 1 };
  },
};
