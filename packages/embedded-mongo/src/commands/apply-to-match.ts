import { type Document, ObjectId } from 'bson';
import { encode, setField } from '../bson-values';
import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import type { SortField } from '../query/sort';
import { Row } from '../query/walk-plan';
import { type Update, upsertSeed } from '../update/apply-update';
import { checkId } from './insert';

/** The first document that matches, or undefined. */
export function firstMatch(
  engine: Engine,
  namespace: string,
  filter: Document,
  sort: SortField[] = [],
): Row | undefined {
  for (const row of engine.find(namespace, filter, sort)) return row;
  return undefined;
}

/** Writes the next version of a document and returns it; the same row when nothing differs. */
export function updateRow(
  engine: Engine,
  namespace: string,
  row: Row,
  filter: Document,
  update: Update,
): Row {
  const after = update(row.document, { filter, now: engine.now(), inserting: false });
  const raw = encode(after);
  if (raw.equals(row.raw)) return row;
  engine.documents.replace(engine.existing(namespace), row.idKey, row.document, after, raw);
  return new Row(row.idKey, raw, after);
}

/** Inserts what an upsert that matched nothing makes of its query and its update. */
export function insertFromUpdate(engine: Engine, namespace: string, filter: Document, update: Update): Row {
  const made = update(upsertSeed(filter), { filter, now: engine.now(), inserting: true });
  const document: Document = { _id: made._id === undefined ? new ObjectId() : made._id };
  for (const key of Object.keys(made)) if (key !== '_id') setField(document, key, made[key]);
  checkId(document._id);
  const raw = encode(document);
  engine.documents.insert(engine.catalog.getOrCreate(namespace), document, raw);
  return new Row(Buffer.alloc(0), raw, document);
}

/** Throws for options that this engine does not have. */
export function refuseOptions(statement: Document, known: string, command: string): void {
  for (const name of Object.keys(statement))
    if (!known.split(' ').includes(name))
      throw new EngineError('IDLUnknownField', `Field '${command}.${name}' is unknown`);
}
