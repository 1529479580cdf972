import { type Document, ObjectId } from 'bson';
import { decode, encode, setField } from '../bson-values';
import { EngineError } from '../engine-error';
import { type Command, namespaceOf } from './command';
import { runStatements, runWrite, statementsOf, withErrors } from './write-command';

export const insert: Command = {
  fields: 'documents ordered bypassDocumentValidation',
  run: (context) => {
    const namespace = namespaceOf(context);
    const { engine, body, sequences } = context;
    const prepared = (sequences.get('documents') ?? statementsOf(context, 'documents').map(encode)).map(
      prepare,
    );
    return runWrite(context, () => {
      const collection = engine.catalog.getOrCreate(namespace);
      let n = 0;
      const errors = runStatements(prepared, body.ordered !== false, ({ document, raw }) => {
        engine.documents.insert(collection, document, raw);
        n++;
      });
      return withErrors({ n, ok: 1 }, errors);
    });
  },
};

/** Decodes a document, gives it an `_id` when it has none, and puts the `_id` first. */
function prepare(raw: Buffer): { document: Document; raw: Buffer } {
  const document = decode(raw);
  if (Object.keys(document)[0] === '_id') {
    checkId(document._id);
    return { document, raw };
  }
  const ordered: Document = { _id: Object.hasOwn(document, '_id') ? document._id : new ObjectId() };
  for (const key of Object.keys(document)) if (key !== '_id') setField(ordered, key, document[key]);
  checkId(ordered._id);
  return { document: ordered, raw: encode(ordered) };
}

/** Throws `InvalidIdField` for what cannot identify a document. */
export function checkId(id: unknown): void {
  if (Array.isArray(id)) throw new EngineError('InvalidIdField', "The '_id' value cannot be of type array");
  if (id instanceof RegExp || (id as { _bsontype?: string } | null)?._bsontype === 'BSONRegExp')
    throw new EngineError('InvalidIdField', "The '_id' value cannot be of type regex");
}
