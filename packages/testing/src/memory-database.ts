/** This file is longer than 250 lines, because the collection of the MongoDB driver is one interface. */

import { compileFilter, type Predicate } from '@parcelyard/embedded-mongo/query/compile-filter';
import { compileUpdate, upsertSeed } from '@parcelyard/embedded-mongo/update/apply-update';
import { type Db, type Document, type IndexDescription, MongoServerError } from 'mongodb';

/**
 * The link between a process and its database. The database waits for the promise of each function, so a test decides
 * when an operation continues.
 */
export interface MemoryLink {
  before(operation: MemoryOperation): Promise<void> | void;
  /** Called after a write has run, before its answer arrives. */
  afterWrite(operation: MemoryOperation): Promise<void> | void;
}

export interface MemoryOperation {
  readonly collection: string;
  readonly kind: 'read' | 'insert' | 'update' | 'delete';
  readonly filter: Document;
  readonly update?: Document;
}

interface Options {
  indexes?: Readonly<Record<string, readonly IndexDescription[]>>;
  /** Changes an operation's filter, so that a test can leave out one of its conditions. */
  filtering?: (operation: MemoryOperation) => Document;
  /** Changes an inserted document, for example its key, so that no unique index refuses it. */
  inserting?: (collection: string, document: Document) => Document;
}

interface UpdateOptions {
  upsert?: boolean;
  sort?: Document;
  returnDocument?: 'before' | 'after';
  arrayFilters?: Document[];
}

/**
 * An in-memory database with the part of the MongoDB driver's interface that stores use, for tests with tens of
 * thousands of cases. The embedded engine's code evaluates filters, updates and keys. Each operation is atomic, and
 * unique indexes are enforced.
 */
export class MemoryDatabase {
  private readonly collections = new Map<string, MemoryCollection>();

  constructor(private readonly options: Options = {}) {}

  /** Returns the database as one process sees it. */
  through(link: MemoryLink): Db {
    return { collection: (name: string) => linked(this.collectionOf(name), link) } as Db;
  }

  all<D extends Document>(name: string): D[] {
    return [...this.collectionOf(name).documents] as D[];
  }

  /** Returns a copy of the present content. It needs no deep copy, because documents are never changed in place. */
  copy(): ReadonlyMap<string, readonly Document[]> {
    return new Map([...this.collections].map(([name, { documents }]) => [name, [...documents]]));
  }

  restore(copy: ReturnType<MemoryDatabase['copy']>): void {
    for (const [name, collection] of this.collections) collection.documents = [...(copy.get(name) ?? [])];
  }

  private collectionOf(name: string): MemoryCollection {
    let collection = this.collections.get(name);
    if (!collection) {
      collection = new MemoryCollection(name, this.options);
      this.collections.set(name, collection);
    }
    return collection;
  }
}

class MemoryCollection {
  documents: Document[] = [];
  private readonly unique: UniqueIndex[];

  constructor(
    readonly name: string,
    private readonly options: Options,
  ) {
    const byId: IndexDescription = { key: { _id: 1 }, unique: true };
    const indexes = [byId, ...(options.indexes?.[name] ?? [])].filter(({ unique }) => unique);
    this.unique = indexes.map(({ key, partialFilterExpression }) => ({
      keyPattern: key as Document,
      covers: partialFilterExpression ? compileFilter(partialFilterExpression) : () => true,
      keyOf: (document: Document) => keyOf(document, Object.keys(key)),
    }));
  }

  find(given: Document, sort: Document = {}, limit = 0): Document[] {
    const found = sorted(this.documents.filter(matcher(this.filterOf('read', given))), sort);
    return (limit > 0 ? found.slice(0, limit) : found).map(copy);
  }

  insert(given: Document): void {
    const document = this.options.inserting?.(this.name, given) ?? given;
    this.refuseDuplicates(document);
    this.documents.push(document);
  }

  update(given: Document, update: Document, options: UpdateOptions): Changed {
    const filter = this.filterOf('update', given, update);
    const [before] = sorted(this.documents.filter(matcher(filter)), options.sort);
    if (!before && !options.upsert) return {};
    const start = before ?? upsertSeed(filter);
    const after =
      simply(start, update, !before) ?? compileUpdate(update, options.arrayFilters)(start, !before);
    this.refuseDuplicates(after, before);
    if (before) this.documents[this.documents.indexOf(before)] = after;
    else this.documents.push(after);
    return { before, after };
  }

  delete(given: Document): number {
    const matches = matcher(this.filterOf('delete', given));
    const at = this.documents.findIndex((document) => matches(document));
    if (at < 0) return 0;
    this.documents.splice(at, 1);
    return 1;
  }

  private filterOf(kind: MemoryOperation['kind'], filter: Document, update?: Document): Document {
    const operation = { collection: this.name, kind, filter, ...(update && { update }) };
    return this.options.filtering?.(operation) ?? filter;
  }

  private refuseDuplicates(document: Document, but?: Document): void {
    for (const { covers, keyOf, keyPattern } of this.unique) {
      if (!covers(document)) continue;
      const key = keyOf(document);
      const taken = this.documents.some((other) => other !== but && covers(other) && keyOf(other) === key);
      if (taken) throw new MongoServerError({ message: 'E11000 duplicate key', code: 11000, keyPattern });
    }
  }
}

/** A shallow copy is enough: updates replace nested parts, and stores do not change documents that they have read. */
const copy = (document: Document): Document => ({ ...document });

interface UniqueIndex {
  keyPattern: Document;
  covers(document: Document): boolean;
  keyOf(document: Document): string;
}

interface Changed {
  before?: Document | undefined;
  after?: Document;
}

const keyOf = (document: Document, paths: readonly string[]): string =>
  paths.map((path) => `${typeof document[path]} ${document[path]}`).join('\n');

/**
 * Returns a function that tests documents. This function compares plain values itself, because most conditions of
 * stores are plain equalities. For all other conditions, it uses the engine's slower code.
 */
function matcher(filter: Document): Predicate {
  const plain: [string, unknown][] = [];
  let rest: Document | undefined;
  for (const path in filter) {
    const value = filter[path];
    if (isPlain(value) && !path.startsWith('$') && !path.includes('.')) plain.push([path, value]);
    else {
      rest ??= {};
      rest[path] = value;
    }
  }
  const matches = rest && compileFilter(rest);
  return (document) => {
    for (const [path, value] of plain) {
      const field = document[path];
      if (field !== value && !(Array.isArray(field) && field.includes(value))) return false;
    }
    return matches?.(document) ?? true;
  };
}

/**
 * Applies an update of plain fields that are set, unset or incremented. Returns undefined for any other update, which
 * the engine then applies.
 */
function simply(before: Document, update: Document, inserting: boolean): Document | undefined {
  const after = { ...before };
  for (const operator in update) {
    if (operator === '$setOnInsert' && !inserting) continue;
    const fields = update[operator] as Document;
    for (const path in fields) {
      if (path.includes('.')) return undefined;
      if (operator === '$set' || operator === '$setOnInsert') after[path] = fields[path];
      else if (operator === '$unset') delete after[path];
      else if (operator === '$inc') after[path] = (after[path] ?? 0) + fields[path];
      else return undefined;
    }
  }
  return after;
}

const isPlain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function sorted(documents: Document[], sort: Document = {}): Document[] {
  const order = Object.entries(sort);
  if (order.length === 0 || documents.length < 2) return documents;
  return documents.toSorted((a, b) => {
    for (const [path, direction] of order) {
      const [left, right] = [valueAt(a, path), valueAt(b, path)];
      if (left < right) return -direction;
      if (left > right) return direction;
    }
    return 0;
  });
}

const valueAt = (document: Document, path: string) =>
  path.split('.').reduce((value, field) => value?.[field], document);

function linked(collection: MemoryCollection, link: MemoryLink) {
  const { name } = collection;
  const read = async (given: Document, sort?: Document, limit?: number) => {
    const filter = withoutUndefined(given);
    await link.before({ collection: name, kind: 'read', filter });
    return collection.find(filter, sort, limit);
  };
  const write = async (given: Document, changes: Document, options: UpdateOptions = {}) => {
    const [filter, update] = [withoutUndefined(given), withoutUndefined(changes)];
    const operation = { collection: name, kind: 'update', filter, update } as const;
    await link.before(operation);
    const changed = collection.update(filter, update, options);
    await link.afterWrite(operation);
    return changed;
  };
  return {
    collectionName: name,
    findOne: async (filter: Document, { sort }: { sort?: Document } = {}) =>
      (await read(filter, sort, 1))[0] ?? null,
    find: (filter: Document) => cursor((sort, limit) => read(filter, sort, limit)),
    insertOne: async (given: Document) => {
      const filter = withoutUndefined(given);
      await link.before({ collection: name, kind: 'insert', filter });
      collection.insert(filter);
      await link.afterWrite({ collection: name, kind: 'insert', filter });
      return { acknowledged: true };
    },
    /** Inserts in order and stops at the first refusal. Other operations may run between two inserts. */
    insertMany: async (documents: Document[]) => {
      let insertedCount = 0;
      for (const given of documents) {
        const filter = withoutUndefined(given);
        await link.before({ collection: name, kind: 'insert', filter });
        try {
          collection.insert(filter);
        } catch (error) {
          throw Object.assign(error as Error, { insertedCount });
        }
        insertedCount += 1;
        await link.afterWrite({ collection: name, kind: 'insert', filter });
      }
      return { acknowledged: true, insertedCount };
    },
    updateOne: async (filter: Document, update: Document, options?: UpdateOptions) => {
      const { before, after } = await write(filter, update, options);
      return { matchedCount: before ? 1 : 0, upsertedCount: !before && after ? 1 : 0 };
    },
    deleteOne: async (given: Document) => {
      const filter = withoutUndefined(given);
      await link.before({ collection: name, kind: 'delete', filter });
      const deletedCount = collection.delete(filter);
      await link.afterWrite({ collection: name, kind: 'delete', filter });
      return { deletedCount };
    },
    findOneAndUpdate: async (filter: Document, update: Document, options: UpdateOptions = {}) => {
      const { before, after } = await write(filter, update, options);
      const answer = options.returnDocument === 'after' ? after : before;
      return answer ? copy(answer) : null;
    },
  };
}

function cursor(read: (sort?: Document, limit?: number) => Promise<Document[]>) {
  let order: Document | undefined;
  let most: number | undefined;
  const chain = {
    sort: (sort: Document) => {
      order = sort;
      return chain;
    },
    limit: (limit: number) => {
      most = limit;
      return chain;
    },
    toArray: () => read(order, most),
  };
  return chain;
}

/**
 * Removes members that are undefined, like the MongoDB driver with `ignoreUndefined`. Returns the value itself when
 * nothing is removed.
 */
function withoutUndefined<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(withoutUndefined) as T;
  let kept: Document | undefined;
  for (const name in value) {
    const field = value[name];
    const clean = typeof field === 'object' ? withoutUndefined(field) : field;
    if (clean === field && clean !== undefined) continue;
    kept ??= { ...value };
    if (clean === undefined) delete kept[name];
    else kept[name] = clean;
  }
  return (kept ?? value) as T;
}
