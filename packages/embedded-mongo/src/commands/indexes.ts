import type { Document } from 'bson';
import { encode, isDocument, numberOf } from '../bson-values';
import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import { valuesEqual } from '../keys/value-key';
import { compileFilter } from '../query/compile-filter';
import { conditionsOf } from '../query/conditions';
import { planQuery } from '../query/plan';
import { POSITION } from '../query/walk-path';
import type { Collection } from '../storage/catalog';
import { cursorReply } from '../wire/replies';
import { type Command, documentField, namespaceOf } from './command';

export const INDEX_OPTIONS = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'];
const KNOWN_FIELDS = new Set(['v', 'key', 'name', ...INDEX_OPTIONS]);

export const createIndexes: Command = {
  fields: 'indexes commitQuorum',
  run: (context) => {
    const { engine, body } = context;
    const namespace = namespaceOf(context);
    if (!Array.isArray(body.indexes) || body.indexes.length === 0)
      throw new EngineError('BadValue', 'Must specify at least one index to create');
    const specs = body.indexes.map(normalise);
    return engine.transactions.writeAlone(() => {
      const createdCollectionAutomatically = !engine.catalog.get(namespace);
      const collection = engine.catalog.getOrCreate(namespace);
      const numIndexesBefore = collection.indexes.length + 1;
      buildIndexes(engine, collection, specs);
      const numIndexesAfter = collection.indexes.length + 1;
      return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ok: 1 };
    });
  },
};

/**
 * Adds the missing indexes. Call it only inside a write transaction. Throws when an index conflicts with another index,
 * or when documents violate a unique index.
 */
export function buildIndexes(engine: Engine, collection: Collection, specs: readonly Document[]): void {
  for (const spec of specs) {
    if (spec.name === '_id_' || !isNew(collection, spec)) continue;
    const index = engine.catalog.newIndex(spec);
    engine.documents.build(collection, index, engine.rows(collection, planQuery(collection, {}, []), []));
    collection.indexes.push(index);
    engine.catalog.save(collection);
  }
}

function normalise(spec: unknown): Document {
  if (!isDocument(spec) || !isDocument(spec.key) || Object.keys(spec.key).length === 0)
    throw new EngineError('FailedToParse', 'Index keys cannot be empty.');
  for (const option of Object.keys(spec))
    if (!KNOWN_FIELDS.has(option))
      throw new EngineError('CannotCreateIndex', `index option '${option}' is not supported`);
  for (const [path, direction] of Object.entries(spec.key)) {
    if (!numberOf(direction))
      throw new EngineError('CannotCreateIndex', `the direction of '${path}' must be 1 or -1`);
    if (path.split('.').some((part) => part === '' || part.startsWith('$') || POSITION.test(part)))
      throw new EngineError('CannotCreateIndex', `this engine does not index the field '${path}'`);
  }
  const { expireAfterSeconds: seconds, partialFilterExpression } = spec;
  if (seconds !== undefined && (Object.keys(spec.key).length !== 1 || !((numberOf(seconds) ?? -1) >= 0)))
    throw new EngineError('CannotCreateIndex', 'a TTL index has one field and seconds >= 0');
  if (partialFilterExpression !== undefined) {
    if (spec.sparse)
      throw new EngineError('CannotCreateIndex', 'cannot mix "partialFilterExpression" and "sparse" options');
    checkPartialFilter(partialFilterExpression);
  }
  if (Object.keys(spec.key).length === 1 && numberOf(spec.key._id) === 1)
    return { v: 2, key: { _id: 1 }, name: '_id_' };
  return { ...spec, v: 2, name: spec.name ?? Object.entries(spec.key).flat().join('_') };
}

/** Checks a partial filter. MongoDB also allows `$in`, `$type`, `$and` and `$or` here, but no service uses them. */
function checkPartialFilter(filter: unknown): void {
  if (!isDocument(filter))
    throw new EngineError('TypeMismatch', "'partialFilterExpression' must be an object");
  for (const { kind, operand, filter: part } of conditionsOf(filter)) {
    const isSupported = ['$eq', '$gt', '$gte', '$lt', '$lte'].includes(kind) || operand === true;
    if (!isSupported || '$and' in filter)
      throw new EngineError(
        'CannotCreateIndex',
        `unsupported in partialFilterExpression: ${JSON.stringify(part)}`,
      );
  }
  compileFilter(filter);
}

/** The properties that distinguish two indexes on the same fields. */
const IDENTITY = ['key', 'partialFilterExpression', 'unique', 'sparse'];

/**
 * Returns false when the same index exists. Throws when a different index has the same name, or when the same index
 * exists with another name or expiry.
 */
function isNew(collection: Collection, spec: Document): boolean {
  for (const { spec: other } of collection.indexes) {
    const same = (name: string) => valuesEqual(other[name] || undefined, spec[name] || undefined);
    const isSame = IDENTITY.every(same);
    if (same('name') && !isSame)
      throw new EngineError('IndexKeySpecsConflict', `Another index is called ${spec.name}`);
    if (!isSame) continue;
    if (!same('name') || !valuesEqual(other.expireAfterSeconds, spec.expireAfterSeconds))
      throw new EngineError('IndexOptionsConflict', `Index exists as ${other.name}, or with other options`);
    return false;
  }
  return true;
}

export const listIndexes: Command = {
  fields: 'cursor',
  run: (context) => {
    const namespace = namespaceOf(context);
    const { indexes } = context.engine.existing(namespace);
    const specs = [{ v: 2, key: { _id: 1 }, name: '_id_' }, ...indexes.map((index) => index.spec)];
    return cursorReply('firstBatch', namespace, { cursorId: 0, documents: specs.map(encode) });
  },
};

export const listCollections: Command = {
  fields: 'filter nameOnly cursor authorizedCollections',
  run: ({ engine, body, database }) => {
    const matches = compileFilter(documentField(body, 'filter'));
    const documents = engine.catalog
      .all()
      .filter(({ namespace }) => namespace.startsWith(`${database}.`))
      .map(({ namespace }) => ({
        name: namespace.slice(database.length + 1),
        type: 'collection',
        options: {},
        info: { readOnly: false },
        idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
      }))
      .filter(matches)
      .map((one) => encode(body.nameOnly ? { name: one.name, type: one.type } : one));
    return cursorReply('firstBatch', `${database}.$cmd.listCollections`, { cursorId: 0, documents });
  },
};

export const dropDatabase: Command = {
  fields: '',
  run: ({ engine, database }) =>
    engine.transactions.writeAlone(() => {
      for (const collection of engine.catalog.all())
        if (collection.namespace.startsWith(`${database}.`)) engine.catalog.drop(collection);
      return { dropped: database, ok: 1 };
    }),
};
