import { encode } from '../bson-values';
import { compileProjection } from '../query/projection';
import { parseSort } from '../query/sort';
import { cursorReply } from '../wire/replies';
import { type Command, documentField, namespaceOf, numberField } from './command';

export const FIRST_BATCH = 101;

export const find: Command = {
  fields:
    'filter sort projection skip limit batchSize singleBatch allowDiskUse noCursorTimeout allowPartialResults',
  run: (context) => {
    const { engine, body } = context;
    const namespace = namespaceOf(context);
    const limit = Math.abs(numberField(body, 'limit', 0)) || Number.POSITIVE_INFINITY;
    const shape = compileProjection(documentField(body, 'projection'));
    const sort = parseSort(documentField(body, 'sort'));
    const rows = engine.find(namespace, documentField(body, 'filter'), sort);
    const source = encoded(sliced(rows, numberField(body, 'skip', 0), limit), (row) =>
      shape ? encode(shape(row.document)) : row.raw,
    );
    const single = body.singleBatch === true || Number(body.limit) < 0;
    const size = numberField(body, 'batchSize', FIRST_BATCH);
    return cursorReply('firstBatch', namespace, engine.cursors.start(namespace, source, size, single));
  },
};

/** Skips items, then yields at most `limit` items. Stops reading the source when it has enough. */
export function* sliced<T>(items: Iterable<T>, skip: number, limit: number): Generator<T> {
  let seen = 0;
  for (const item of items) {
    if (seen++ < skip) continue;
    yield item;
    if (seen - skip >= limit) return;
  }
}

export function* encoded<T>(items: Iterable<T>, bytesOf: (item: T) => Buffer): Generator<Buffer> {
  for (const item of items) yield bytesOf(item);
}

export const getMore: Command = {
  fields: 'collection batchSize',
  run: ({ engine, body, database }) => {
    const namespace = `${database}.${body.collection}`;
    const size = numberField(body, 'batchSize', 0) || Number.POSITIVE_INFINITY;
    return cursorReply('nextBatch', namespace, engine.cursors.next(Number(body.getMore), namespace, size));
  },
};

export const killCursors: Command = {
  fields: 'cursors',
  run: ({ engine, body }) => {
    const ids: unknown[] = Array.isArray(body.cursors) ? body.cursors : [];
    const killed = ids.filter((id) => engine.cursors.kill(Number(id)));
    const cursorsNotFound = ids.filter((id) => !killed.includes(id));
    return { cursorsKilled: killed, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};
