import type { Document } from 'bson';
import { decode, encode } from '../bson-values';
import { EngineError } from '../engine-error';
import { compileFilter, type Predicate } from '../query/compile-filter';
import { type Condition, conditionsOf } from '../query/conditions';
import { META, prefixEnd, type Storage } from './storage';

export interface IndexField {
  path: string;
  parts: string[];
  descending: boolean;
}

export interface Index {
  name: string;
  /** The first bytes of the index's keys. */
  space: Buffer;
  spec: Document;
  fields: IndexField[];
  unique: boolean;
  sparse: boolean;
  partial: { conditions: Condition[]; matches: Predicate } | undefined;
  /** The top-level fields that determine the index's keys. */
  roots: string[];
  expireAfterSeconds: number | undefined;
  /** Whether some document has an array in an indexed field, and therefore several keys. */
  multikey: boolean;
  /**
   * Whether some key was too long and ends in a hash. Keys can then still be compared for equality, but not for order.
   */
  cut: boolean;
}

export interface Collection {
  namespace: string;
  space: Buffer;
  indexes: Index[];
}

const NEXT_SPACE = Buffer.concat([META, Buffer.from('next')]);
const FIRST_SPACE = 16;

const catalogKey = (namespace: string): Buffer => Buffer.concat([META, Buffer.from(`c${namespace}`)]);

/** All collections and indexes, in memory. Changes are written in the same transaction as the data that needs them. */
export class Catalog {
  private readonly collections = new Map<string, Collection>();

  constructor(private readonly storage: Storage) {
    this.load();
  }

  load(): void {
    this.collections.clear();
    const prefix = catalogKey('');
    for (const { value } of this.storage.range(prefix, prefixEnd(prefix))) {
      const { namespace, space, indexes } = decode(value);
      const built = indexes.map(({ spec, space, multikey, cut }: Document) => ({
        ...buildIndex(spec, space),
        multikey,
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

  /** Must be called inside a write transaction, like all methods below. */
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

  save({ namespace, space, indexes }: Collection): void {
    const saved = indexes.map(({ spec, space, multikey, cut }) => ({
      spec,
      multikey,
      cut,
      space: space.readUInt32BE(),
    }));
    const value = encode({ namespace, space: space.readUInt32BE(), indexes: saved });
    this.storage.put(catalogKey(namespace), value);
  }

  drop({ namespace, space, indexes }: Collection): void {
    this.collections.delete(namespace);
    this.storage.remove(catalogKey(namespace));
    for (const prefix of [space, ...indexes.map((index) => index.space)])
      for (const { key } of this.storage.range(prefix, prefixEnd(prefix))) this.storage.remove(key);
  }

  private nextSpace(): number {
    const next = this.storage.get(NEXT_SPACE)?.readUInt32BE() ?? FIRST_SPACE;
    this.storage.put(NEXT_SPACE, spaceBytes(next + 1));
    return next;
  }
}

function spaceBytes(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

function buildIndex(spec: Document, space: number): Index {
  const filter = spec.partialFilterExpression as Document | undefined;
  const conditions = conditionsOf(filter ?? {});
  const paths = [...Object.keys(spec.key), ...conditions.map(({ path }) => path)];
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
    partial: filter && { conditions, matches: compileFilter(filter) },
    roots: [...new Set(paths.map((path) => path.split('.', 1)[0]!))],
    expireAfterSeconds: spec.expireAfterSeconds === undefined ? undefined : Number(spec.expireAfterSeconds),
    multikey: false,
    cut: false,
  };
}

function checkNamespace(namespace: string): void {
  const name = `.${namespace.slice(namespace.indexOf('.') + 1)}.`;
  if (namespace.length > 255 || namespace.startsWith('.') || /\.\.|[$\0]/.test(name))
    throw new EngineError('InvalidNamespace', `Invalid namespace specified '${namespace}'`);
}
