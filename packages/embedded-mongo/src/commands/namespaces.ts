import { encode } from '../bson-values';
import { EngineError } from '../engine-error';
import { compileFilter } from '../query/compile-filter';
import { cursorReply } from '../wire/cursor-reply';
import { type Command, documentField, namespaceOf } from './command';

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

export const listDatabases: Command = {
  fields: 'filter nameOnly authorizedDatabases',
  run: ({ engine, body }) => {
    const matches = compileFilter(documentField(body, 'filter'));
    const names = new Set(
      engine.catalog.all().map(({ namespace }) => namespace.slice(0, namespace.indexOf('.'))),
    );
    const databases = [...names]
      .sort()
      .map((name) => (body.nameOnly ? { name } : { name, sizeOnDisk: 0, empty: false }));
    return { databases: databases.filter(matches), ...(!body.nameOnly && { totalSize: 0 }), ok: 1 };
  },
};

export const create: Command = {
  fields: '',
  run: (context) => {
    const namespace = namespaceOf(context);
    return context.engine.storage.write(() => {
      if (context.engine.catalog.get(namespace))
        throw new EngineError('NamespaceExists', `Collection ${namespace} already exists.`);
      context.engine.catalog.getOrCreate(namespace);
      return { ok: 1 };
    });
  },
};

export const drop: Command = {
  fields: '',
  run: (context) => {
    const namespace = namespaceOf(context);
    const { engine } = context;
    return engine.storage.write(() => {
      const collection = engine.catalog.get(namespace);
      if (!collection) return { ok: 1 };
      engine.catalog.drop(collection);
      return { nIndexesWas: collection.indexes.length + 1, ns: namespace, ok: 1 };
    });
  },
};

export const dropDatabase: Command = {
  fields: '',
  run: ({ engine, database }) =>
    engine.storage.write(() => {
      for (const collection of engine.catalog.all())
        if (collection.namespace.startsWith(`${database}.`)) engine.catalog.drop(collection);
      return { dropped: database, ok: 1 };
    }),
};
