import type { Document } from 'bson';
import { decode, encode } from '../bson-values';
import { EngineError } from '../engine-error';
import { compileFilter, type Predicate } from '../query/compile-filter';
import { conditionsOf } from '../query/conditions';
import type { Storage } from './storage';

export interface IndexField {
  path: string;
  parts: string[];
  descending: boolean;
}

/** An index as queries and writes use it. */
export interface Index {
  name: string;
  /** First bytes of its keys. */
  space: Buffer;
  spec: Document;
  fields: IndexField[];
  unique: boolean;
  sparse: boolean;
  partial: { filter: Document; matches: Predicate } | undefined;
  /** Top-level fields that decide its keys; undefined when a partial filter may look at any field. */
  roots: string[] | undefined;
  expireAfterSeconds: number | undefined;
  /** Its paths at which some document had an array: one document then has several keys. */
  arrayPaths: readonly string[];
  /** Some key was too long and ends in a hash: equality holds, order does not. */
  cut: boolean;
}

export interface Collection {
  namespace: string;
  space: Buffer;
  indexes: Index[];
}

const META = Buffer.from([0, 0, 0, 0]);
const NEXT_SPACE = Buffer.concat([META, Buffer.from('next')]);
const FIRST_SPACE = 16;

/** Bytes past every key of a space or prefix. */
function endOf(prefix: Buffer): Buffer {
  return Buffer.concat([prefix, Buffer.from([0xff])]);
}

/** What collections and indexes exist. Kept in memory, written in the same transaction as what needs it. */
export class Catalog {
  private readonly collections = new Map<string, Collection>();

  constructor(private readonly storage: Storage) {
    this.load();
  }

  load(): void {
    this.collections.clear();
    const prefix = Buffer.concat([META, Buffer.from('c')]);
    for (const { value } of this.storage.range(prefix, endOf(prefix), false, Number.MAX_SAFE_INTEGER)) {
      const { namespace, space, indexes } = decode(value) as {
        namespace: string;
        space: number;
        indexes: Document[];
      };
      const built = indexes.map(({ spec, space, multikey, arrayPaths, cut }) => ({
        ...buildIndex(spec, space),
        // Older catalogs know only that there are some.
        arrayPaths: arrayPaths ?? (multikey ? Object.keys(spec.key) : []),
        cut,
      }));
      this.collections.set(namespace, { namespace, space: spaceBytes(space), indexes: built });
    }
  }

  get(namespace: string): Collection | undefined {
    return this.collections.get(namespace);
  }

  all(): Collection[] {
    return [...this.collections.values()];
  }

  /** Only inside a write transaction, as everything below. */
  getOrCreate(namespace: string): Collection {
    const existing = this.collections.get(namespace);
    if (existing) return existing;
    checkNamespace(namespace);
    const collection: Collection = { namespace, space: spaceBytes(this.nextSpace()), indexes: [] };
    this.collections.set(namespace, collection);
    this.save(collection);
    return collection;
  }

  newIndex(spec: Document): Index {
    return buildIndex(spec, this.nextSpace());
  }

  save(collection: Collection): void {
    const { namespace, space } = collection;
    const indexes = collection.indexes.map((index) => {
      const { spec, arrayPaths, cut } = index;
      return { spec, space: index.space.readUInt32BE(), arrayPaths, cut };
    });
    this.storage.put(catalogKey(namespace), encode({ namespace, space: space.readUInt32BE(), indexes }));
  }

  drop(collection: Collection): void {
    this.collections.delete(collection.namespace);
    this.storage.remove(catalogKey(collection.namespace));
    for (const space of [collection.space, ...collection.indexes.map((index) => index.space)])
      this.clear(space);
  }

  clear(space: Buffer): void {
    for (;;) {
      const some = this.storage.range(space, endOf(space), false, 1000);
      if (some.length === 0) return;
      for (const { key } of some) this.storage.remove(key);
    }
  }

  private nextSpace(): number {
    const next = this.storage.get(NEXT_SPACE)?.readUInt32BE() ?? FIRST_SPACE;
    this.storage.put(NEXT_SPACE, spaceBytes(next + 1));
    return next;
  }
}

function catalogKey(namespace: string): Buffer {
  return Buffer.concat([META, Buffer.from(`c${namespace}`)]);
}

function spaceBytes(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

function buildIndex(spec: Document, space: number): Index {
  const filter = spec.partialFilterExpression as Document | undefined;
  return {
    name: spec.name,
    space: spaceBytes(space),
    spec,
    fields: Object.keys(spec.key).map((path) => ({
      path,
      parts: path.split('.'),
      descending: Number(spec.key[path]) < 0,
    })),
    unique: spec.unique === true,
    sparse: spec.sparse === true,
    partial: filter && { filter, matches: compileFilter(filter) },
    roots: rootsOf([...Object.keys(spec.key), ...conditionsOf(filter ?? {}).map(({ path }) => path)]),
    expireAfterSeconds: spec.expireAfterSeconds === undefined ? undefined : Number(spec.expireAfterSeconds),
    arrayPaths: [],
    cut: false,
  };
}

function rootsOf(paths: string[]): string[] | undefined {
  return paths.includes('') ? undefined : [...new Set(paths.map((path) => path.split('.')[0]!))];
}

function checkNamespace(namespace: string): void {
  const dot = namespace.indexOf('.');
  const name = `.${namespace.slice(dot + 1)}.`;
  if (dot <= 0 || namespace.length > 255 || name.includes('..') || name.includes('$') || name.includes('\0'))
    throw new EngineError('InvalidNamespace', `Invalid namespace specified '${namespace}'`);
}
