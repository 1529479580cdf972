import { type Document, ObjectId } from 'bson';
import { decode, encode, idFirst } from '../bson-values';
import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import { parseSort } from '../query/sort';
import { Row } from '../query/walk-plan';
import { compileUpdate, type Update, upsertSeed } from '../update/apply-update';
import { type Command, documentField, namespaceOf, numberField } from './command';
import { runStatements, runWrite, statementsOf, withErrors } from './write-command';

export const insert: Command = {
  fields: 'documents ordered bypassDocumentValidation',
  inTransactions: true,
  run: (context) => {
    const namespace = namespaceOf(context);
    const { engine, body, sequences } = context;
    const raws = sequences.get('documents') ?? statementsOf(context, 'documents').map(encode);
    return runWrite(context, () => {
      const collection = engine.catalog.getOrCreate(namespace);
      let n = 0;
      const errors = runStatements(raws, body.ordered !== false, (raw) => {
        const { document, stored } = prepare(raw);
        engine.documents.insert(collection, document, stored);
        n++;
      });
      return withErrors({ n, ok: 1 }, errors);
    });
  },
};

/** Decodes a document and puts its `_id` first. A document without an `_id` gets a new `_id`. */
function prepare(raw: Buffer): { document: Document; stored: Buffer } {
  const document = decode(raw);
  if (Object.keys(document)[0] === '_id') return { document, stored: raw };
  const ordered = idFirst(Object.hasOwn(document, '_id') ? document._id : new ObjectId(), document);
  return { document: ordered, stored: encode(ordered) };
}

export const update: Command = {
  fields: 'updates ordered bypassDocumentValidation',
  inTransactions: true,
  run: (context) => {
    const namespace = namespaceOf(context);
    const statements = statementsOf(context, 'updates', 'q u multi upsert arrayFilters');
    return runWrite(context, () => {
      const counts = { n: 0, nModified: 0 };
      const upserted: Document[] = [];
      const errors = runStatements(statements, context.body.ordered !== false, (statement, index) => {
        const done = runUpdateStatement(context.engine, namespace, statement);
        counts.n += done.n;
        counts.nModified += done.nModified;
        if (done.upserted) upserted.push({ index, ...done.upserted });
      });
      return withErrors({ ...counts, ...(upserted.length > 0 && { upserted }), ok: 1 }, errors);
    });
  },
};

/** The result of one statement. `upserted` is the inserted document. */
interface Updated {
  n: number;
  nModified: number;
  upserted?: { _id: unknown };
}

/** Runs `{q, u, multi, upsert, arrayFilters}`. Must be called inside a write. */
export function runUpdateStatement(engine: Engine, namespace: string, statement: Document): Updated {
  const filter = documentField(statement, 'q');
  const change = compileUpdate(statement.u, statement.arrayFilters);
  const rows = matches(engine, namespace, filter, statement.multi === true);
  if (rows.length === 0 && statement.upsert) {
    const { document } = insertFromUpdate(engine, namespace, filter, change);
    return { n: 1, nModified: 0, upserted: { _id: document._id } };
  }
  const changed = rows.filter((row) => updateRow(engine, namespace, row, change) !== row);
  return { n: rows.length, nModified: changed.length };
}

/**
 * Collects all matches before the first write. A write may move a document in an index, and the same document would
 * then be found again.
 */
function matches(
  engine: Engine,
  namespace: string,
  filter: Document,
  multi: boolean,
  sort?: Document,
): Row[] {
  const found = engine.find(namespace, filter, parseSort(sort), true);
  if (multi) return [...found];
  for (const row of found) return [row];
  return [];
}

export function firstMatch(
  engine: Engine,
  namespace: string,
  filter: Document,
  sort: Document,
): Row | undefined {
  return matches(engine, namespace, filter, false, sort)[0];
}

/** Writes the next version of a document and returns it. Returns the same row when nothing changed. */
export function updateRow(engine: Engine, namespace: string, row: Row, change: Update): Row {
  const after = change(row.document, false);
  const raw = encode(after);
  if (raw.equals(row.raw)) return row;
  engine.documents.replace(engine.existing(namespace), row.idKey, row.document, after, raw);
  return new Row(row.idKey, raw, after);
}

/** Inserts the document of an upsert that matched nothing. The document is built from the query and the update. */
export function insertFromUpdate(engine: Engine, namespace: string, filter: Document, change: Update): Row {
  const made = change(upsertSeed(filter), true);
  const document = idFirst(made._id === undefined ? new ObjectId() : made._id, made);
  const raw = encode(document);
  engine.documents.insert(engine.catalog.getOrCreate(namespace), document, raw);
  return new Row(Buffer.alloc(0), raw, document);
}

export const remove: Command = {
  fields: 'deletes ordered',
  inTransactions: true,
  run: (context) => {
    const namespace = namespaceOf(context);
    const { engine, body } = context;
    const statements = statementsOf(context, 'deletes', 'q limit');
    return runWrite(context, () => {
      let n = 0;
      const errors = runStatements(statements, body.ordered !== false, (statement) => {
        const limit = numberField(statement, 'limit', 0);
        if (limit !== 0 && limit !== 1)
          throw new EngineError('FailedToParse', `The limit of a delete must be 0 or 1`);
        const rows = matches(engine, namespace, documentField(statement, 'q'), limit === 0);
        for (const row of rows) removeRow(engine, namespace, row);
        n += rows.length;
      });
      return withErrors({ n, ok: 1 }, errors);
    });
  },
};

export function removeRow(engine: Engine, namespace: string, row: Row): void {
  engine.documents.remove(engine.existing(namespace), row.idKey, row.document);
}
