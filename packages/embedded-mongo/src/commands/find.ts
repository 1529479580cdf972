import { compileProjection } from '../aggregate/projection';
import { sliced } from '../aggregate/run-stages';
import { encode } from '../bson-values';
import { parseSort } from '../query/sort';
import type { Row } from '../query/walk-plan';
import { cursorReply } from '../wire/cursor-reply';
import { type Command, documentField, namespaceOf, numberField } from './command';

const FIRST_BATCH = 101;

export const find: Command = {
  fields: 'filter sort projection skip limit batchSize singleBatch allowDiskUse noCursorTimeout',
  run: (context) => {
    const { engine, body } = context;
    const namespace = namespaceOf(context);
    const limit = Math.abs(numberField(body, 'limit', 0)) || Number.POSITIVE_INFINITY;
    const projection = documentField(body, 'projection');
    const shape = Object.keys(projection).length > 0 ? compileProjection(projection) : undefined;
    const rows = engine.find(
      namespace,
      documentField(body, 'filter'),
      parseSort(documentField(body, 'sort')),
    );
    const wanted = sliced(rows, numberField(body, 'skip', 0), limit);
    const source = encoded(wanted, (row) => (shape ? encode(shape(row.document)) : row.raw));
    const single = body.singleBatch === true || Number(body.limit) < 0;
    return cursorReply(
      'firstBatch',
      namespace,
      engine.cursors.start(namespace, source, numberField(body, 'batchSize', FIRST_BATCH), single),
    );
  },
};

function* encoded(rows: Iterable<Row>, bytesOf: (row: Row) => Buffer): Generator<Buffer> {
  for (const row of rows) yield bytesOf(row);
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
