import type { Document } from 'bson';
import { encode, isDocument, numberOf } from '../bson-values';
import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import { valuesEqual } from '../keys/compare-values';
import { compileFilter } from '../query/compile-filter';
import { planQuery } from '../query/plan';
import type { Collection } from '../storage/catalog';
import { cursorReply } from '../wire/cursor-reply';
import { type Command, namespaceOf } from './command';

const OPTIONS = 'v key name unique sparse partialFilterExpression expireAfterSeconds background ns'.split(
  ' ',
);

export const createIndexes: Command = {
  fields: 'indexes commitQuorum',
  run: (context) => {
    const { engine, body } = context;
    const namespace = namespaceOf(context);
    if (!Array.isArray(body.indexes) || body.indexes.length === 0)
      throw new EngineError('BadValue', 'Must specify at least one index to create');
    const specs = body.indexes.map(normalise);
    return engine.storage.write(() => {
      const createdCollectionAutomatically = !engine.catalog.get(namespace);
      const collection = engine.catalog.getOrCreate(namespace);
      const numIndexesBefore = collection.indexes.length + 1;
      buildIndexes(engine, collection, specs);
      return {
        numIndexesBefore,
        numIndexesAfter: collection.indexes.length + 1,
        createdCollectionAutomatically,
        ok: 1,
      };
    });
  },
};

/** Adds the indexes that do not exist yet. Only inside a write transaction. Throws for one that conflicts or cannot be unique. */
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
    if (!OPTIONS.includes(option))
      throw new EngineError('CannotCreateIndex', `index option '${option}' is not supported`);
  for (const [path, direction] of Object.entries(spec.key)) {
    const number = numberOf(direction);
    if (!number) throw new EngineError('CannotCreateIndex', `the direction of '${path}' must be 1 or -1`);
    if (path === '' || path.split('.').some((part) => part === '' || part.startsWith('$')))
      throw new EngineError('CannotCreateIndex', `Index key contains an illegal field name: '${path}'`);
  }
  if (
    spec.expireAfterSeconds !== undefined &&
    (Object.keys(spec.key).length !== 1 || !((numberOf(spec.expireAfterSeconds) ?? -1) >= 0))
  )
    throw new EngineError('CannotCreateIndex', 'a TTL index has one field and seconds >= 0');
  if (spec.partialFilterExpression !== undefined) {
    if (!isDocument(spec.partialFilterExpression))
      throw new EngineError('TypeMismatch', "'partialFilterExpression' must be an object");
    if (spec.sparse)
      throw new EngineError('CannotCreateIndex', 'cannot mix "partialFilterExpression" and "sparse" options');
    compileFilter(spec.partialFilterExpression);
  }
  if (isIdKey(spec.key)) return { v: 2, key: { _id: 1 }, name: '_id_' };
  const name = spec.name ?? Object.entries(spec.key).flat().join('_');
  const { background: _background, ns: _ns, v: _v, ...kept } = spec;
  return { v: 2, ...kept, name };
}

function isIdKey(key: Document): boolean {
  return Object.keys(key).length === 1 && numberOf(key._id) === 1;
}

/** False when the same index exists. Throws when another one has its name or its keys. */
function isNew(collection: Collection, spec: Document): boolean {
  for (const { spec: other } of collection.indexes) {
    const same = (name: string) => valuesEqual(other[name], spec[name]);
    const sameKeys = same('key') && same('partialFilterExpression');
    const options = ['unique', 'sparse', 'expireAfterSeconds'].every(
      (name) => same(name) || (!other[name] && !spec[name] && other[name] !== 0 && spec[name] !== 0),
    );
    if (same('name')) {
      if (!sameKeys)
        throw new EngineError('IndexKeySpecsConflict', `An index of other keys is called ${spec.name}`);
      if (!options)
        throw new EngineError('IndexKeySpecsConflict', `Index ${spec.name} exists with other options`);
      return false;
    }
    if (sameKeys) throw new EngineError('IndexOptionsConflict', `Index already exists as ${other.name}`);
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

export const dropIndexes: Command = {
  fields: 'index',
  run: (context) => {
    const { engine, body } = context;
    const namespace = namespaceOf(context);
    return engine.storage.write(() => {
      const collection = engine.existing(namespace);
      const wanted: unknown[] = Array.isArray(body.index) ? body.index : [body.index];
      const nIndexesWas = collection.indexes.length + 1;
      if (wanted.includes('_id_')) throw new EngineError('InvalidOptions', 'cannot drop _id index');
      const chosen = collection.indexes.filter(({ name, spec }) =>
        wanted.some((one) => one === '*' || one === name || (isDocument(one) && valuesEqual(one, spec.key))),
      );
      if (chosen.length === 0 && !wanted.includes('*'))
        throw new EngineError('IndexNotFound', `index not found with name [${wanted.join(', ')}]`);
      collection.indexes = collection.indexes.filter((index) => !chosen.includes(index));
      for (const { space } of chosen) engine.catalog.clear(space);
      engine.catalog.save(collection);
      return { nIndexesWas, ok: 1 };
    });
  },
};
