import { type Document, EJSON } from 'bson';
import { EngineError } from '../engine-error';
import type { Catalog, Collection, Index } from './catalog';
import { idKeyOf, indexKeysOf } from './index-keys';
import type { Storage } from './storage';

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Documents and their index entries, always changed together. Every method that writes needs a write transaction. */
export class Documents {
  constructor(
    private readonly storage: Storage,
    private readonly catalog: Catalog,
  ) {}

  get(collection: Collection, idKey: Buffer): Buffer | undefined {
    return this.storage.get(Buffer.concat([collection.space, idKey]));
  }

  /** Throws `DuplicateKey` before anything is written. `raw` must hold `document` with `_id` first. */
  insert(collection: Collection, document: Document, raw: Buffer): void {
    const idKey = idKeyOf(document._id);
    if (this.get(collection, idKey)) throw duplicate(collection, '_id_', { _id: 1 }, { _id: document._id });
    this.put(collection, idKey, raw, undefined, document);
  }

  /** Replaces a document that exists; the `_id` must be the same. */
  replace(collection: Collection, idKey: Buffer, before: Document, after: Document, raw: Buffer): void {
    this.put(collection, idKey, raw, before, after);
  }

  remove(collection: Collection, idKey: Buffer, document: Document): void {
    this.changeIndexes(collection, idKey, document, undefined);
    this.storage.remove(Buffer.concat([collection.space, idKey]));
  }

  /** Fills a new index from the documents that exist. Throws `DuplicateKey` before anything is written. */
  build(
    collection: Collection,
    index: Index,
    documents: Iterable<{ idKey: Buffer; document: Document }>,
  ): void {
    const entries = new Map<string, { key: Buffer; idKey: Buffer }>();
    for (const { idKey, document } of documents) {
      const { keys, arrayPaths, cut } = indexKeysOf(index, document);
      index.arrayPaths = withPaths(index.arrayPaths, arrayPaths);
      index.cut ||= cut;
      for (const fields of keys) {
        const key = entryKey(index, fields, idKey);
        const text = key.toString('latin1');
        if (entries.has(text)) throw duplicateIn(collection, index, document);
        entries.set(text, { key, idKey });
      }
    }
    for (const { key, idKey } of entries.values()) this.storage.put(key, idKey);
  }

  private put(
    collection: Collection,
    idKey: Buffer,
    raw: Buffer,
    before: Document | undefined,
    after: Document,
  ): void {
    if (raw.length > MAX_DOCUMENT_BYTES)
      throw new EngineError('BSONObjectTooLarge', `${raw.length} bytes are more than ${MAX_DOCUMENT_BYTES}`);
    this.changeIndexes(collection, idKey, before, after);
    this.storage.put(Buffer.concat([collection.space, idKey]), raw);
  }

  private changeIndexes(collection: Collection, idKey: Buffer, before?: Document, after?: Document): void {
    const puts: Buffer[] = [];
    const removals: Buffer[] = [];
    const flagged: (() => void)[] = [];
    for (const index of collection.indexes) {
      if (before && after && index.roots?.every((root) => before[root] === after[root])) continue;
      const old = before ? indexKeysOf(index, before).keys : [];
      const { keys, arrayPaths, cut } = after ? indexKeysOf(index, after) : NO_KEYS;
      for (const fields of keys) {
        if (old.some((one) => one.equals(fields))) continue;
        const key = entryKey(index, fields, idKey);
        if (index.unique && this.storage.get(key)) throw duplicateIn(collection, index, after!);
        puts.push(key);
      }
      for (const fields of old)
        if (!keys.some((one) => one.equals(fields))) removals.push(entryKey(index, fields, idKey));
      const known = withPaths(index.arrayPaths, arrayPaths);
      if (known !== index.arrayPaths || (cut && !index.cut))
        flagged.push(() => {
          index.arrayPaths = known;
          index.cut ||= cut;
        });
    }
    for (const note of flagged) note();
    if (flagged.length > 0) this.catalog.save(collection);
    for (const key of removals) this.storage.remove(key);
    for (const key of puts) this.storage.put(key, idKey);
  }
}

const NO_KEYS = { keys: [], arrayPaths: [], cut: false };

/** The very same list when nothing is new. */
function withPaths(known: readonly string[], more: readonly string[]): readonly string[] {
  return more.every((path) => known.includes(path)) ? known : [...new Set([...known, ...more])];
}

/** In a unique index the fields alone are the key, so that a second document cannot have it. */
function entryKey(index: Index, fields: Buffer, idKey: Buffer): Buffer {
  return Buffer.concat(index.unique ? [index.space, fields] : [index.space, fields, idKey]);
}

function duplicateIn(collection: Collection, index: Index, document: Document): EngineError {
  const keyValue: Document = {};
  for (const { path, parts } of index.fields)
    keyValue[path] =
      parts.reduce<unknown>((value, part) => (value as Document | undefined | null)?.[part], document) ??
      null;
  return duplicate(collection, index.name, index.spec.key, keyValue);
}

function duplicate(
  collection: Collection,
  name: string,
  keyPattern: Document,
  keyValue: Document,
): EngineError {
  return new EngineError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${collection.namespace} index: ${name} dup key: ${EJSON.stringify(keyValue)}`,
    { keyPattern, keyValue },
  );
}
