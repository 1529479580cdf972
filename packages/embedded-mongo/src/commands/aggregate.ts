import type { Document } from 'bson';
import { encode, fieldOf, isDocument } from '../bson-values';
import { EngineError } from '../engine-error';
import { encodeKey } from '../keys/value-key';
import { countByKeys, type Row } from '../query/walk-plan';
import { cursorReply } from '../wire/replies';
import { type Command, documentField, namespaceOf, numberField } from './command';
import { encoded, FIRST_BATCH } from './find';

/** The stages, in the only order in which this engine knows them; each may be left out. */
export const STAGES = ['$match', '$group'];

/** What a pipeline asks. Throws code 40324 for any other stage. */
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

interface Group {
  /** The field whose values make the groups; undefined for one group of all. */
  by: string | undefined;
  result(id: unknown, count: number): Document;
}

/** `{_id: <constant or $field>, name: {$sum: 1}}`: drivers count like that, and so do services. */
function compileGroup({ _id, ...counts }: Document): Group {
  const isPlain = _id === null || ['number', 'string'].includes(typeof _id);
  if (!isPlain || (typeof _id === 'string' && !/^\$\w+$/.test(_id)))
    throw new EngineError(
      'BadValue',
      'this engine groups by a number, null or one field, as in _id: "$status"',
    );
  for (const [name, sum] of Object.entries(counts))
    if (!isDocument(sum) || Object.keys(sum).length !== 1 || sum.$sum !== 1)
      throw new EngineError('BadValue', `unknown group operator: this engine knows only ${name}: {$sum: 1}`);
  const by = typeof _id === 'string' ? _id.slice(1) : undefined;
  return {
    by,
    result: (id, count) =>
      Object.assign({ _id: by ? id : _id }, ...Object.keys(counts).map((name) => ({ [name]: count }))),
  };
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
    const collection = engine.catalog.get(namespace);
    const byKeys =
      collection && group.by === undefined
        ? countByKeys(engine.storage, collection, engine.plan(collection, filter))
        : undefined;
    if (byKeys !== undefined)
      return answer(encoded(byKeys > 0 ? [group.result(undefined, byKeys)] : [], encode));
    return answer(encoded(grouped(engine.find(namespace, filter), group), encode));
  },
};

function* grouped(rows: Iterable<Row>, { by, result }: Group): Generator<Document> {
  const groups = new Map<string, { id: unknown; count: number }>();
  for (const row of rows) {
    const id = by === undefined ? undefined : (fieldOf(row.document, by) ?? null);
    const key = encodeKey([id]).toString('latin1');
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { id, count: 1 });
  }
  for (const { id, count } of groups.values()) yield result(id, count);
}

/** Documents of a whole collection, from its keys. */
export const count: Command = {
  fields: '',
  run: (context) => {
    const { engine } = context;
    const collection = engine.catalog.get(namespaceOf(context));
    const n = collection ? countByKeys(engine.storage, collection, engine.plan(collection, {})) : 0;
    return { n, ok: 1 };
  },
};
