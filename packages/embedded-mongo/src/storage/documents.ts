import type { Document } from 'bson';
import { encode } from '../bson-values';
import { EngineError } from '../engine-error';
import type { Catalog, Collection, Index } from './catalog';
import { endOf } from './catalog';
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
    checkSize(raw);
    const idKey = idKeyOf(document._id);
    const key = Buffer.concat([collection.space, idKey]);
    if (this.storage.get(key)) throw duplicate(collection, '_id_', { _id: 1 }, { _id: document._id });
    this.change(collection, idKey, undefined, document);
    this.storage.put(key, raw);
  }

  /** Replaces a document that exists; the `_id` must be the same. */
  replace(collection: Collection, idKey: Buffer, before: Document, after: Document): Buffer {
    const raw = encode(after);
    checkSize(raw);
    this.change(collection, idKey, before, after);
    this.storage.put(Buffer.concat([collection.space, idKey]), raw);
    return raw;
  }

  remove(collection: Collection, idKey: Buffer, document: Document): void {
    this.change(collection, idKey, document, undefined);
    this.storage.remove(Buffer.concat([collection.space, idKey]));
  }

  /** Fills a new index from the documents that exist. Throws `DuplicateKey` before anything is written. */
  build(
    collection: Collection,
    index: Index,
    documents: Iterable<{ idKey: Buffer; document: Document }>,
  ): void {
    const entries: { key: Buffer; idKey: Buffer }[] = [];
    const seen = new Map<string, Buffer>();
    for (const { idKey, document } of documents) {
      const { keys, multikey, cut } = indexKeysOf(index, document);
      index.multikey ||= multikey;
      index.cut ||= cut;
      for (const key of keys) {
        const text = key.toString('latin1');
        if (index.unique && seen.has(text)) throw duplicateIn(collection, index, document);
        seen.set(text, idKey);
        entries.push({ key, idKey });
      }
    }
    for (const { key, idKey } of entries) this.storage.put(Buffer.concat([index.space, key, idKey]), idKey);
  }

  private change(collection: Collection, idKey: Buffer, before?: Document, after?: Document): void {
    const puts: Buffer[] = [];
    const removals: Buffer[] = [];
    let flagsChanged = false;
    for (const index of collection.indexes) {
      const old = before ? indexKeysOf(index, before).keys : [];
      const fresh = after ? indexKeysOf(index, after) : undefined;
      for (const key of fresh?.keys ?? []) {
        if (old.some((one) => one.equals(key))) continue;
        const prefix = Buffer.concat([index.space, key]);
        if (index.unique && this.isTaken(prefix, idKey)) throw duplicateIn(collection, index, after!);
        puts.push(Buffer.concat([prefix, idKey]));
      }
      for (const key of old)
        if (!fresh?.keys.some((one) => one.equals(key)))
          removals.push(Buffer.concat([index.space, key, idKey]));
      if (fresh && ((fresh.multikey && !index.multikey) || (fresh.cut && !index.cut))) flagsChanged = true;
    }
    if (flagsChanged) this.noteFlags(collection, after!);
    for (const key of removals) this.storage.remove(key);
    for (const key of puts) this.storage.put(key, idKey);
  }

  private noteFlags(collection: Collection, document: Document): void {
    for (const index of collection.indexes) {
      const { multikey, cut } = indexKeysOf(index, document);
      index.multikey ||= multikey;
      index.cut ||= cut;
    }
    this.catalog.save(collection);
  }

  private isTaken(prefix: Buffer, byOtherThan: Buffer): boolean {
    return this.storage
      .range(prefix, endOf(prefix), false, 2)
      .some(({ value }) => !value.equals(byOtherThan));
  }
}

function checkSize(raw: Buffer): void {
  if (raw.length > MAX_DOCUMENT_BYTES)
    throw new EngineError(
      'BSONObjectTooLarge',
      `object to insert too large. size in bytes: ${raw.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
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
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${JSON.stringify(value)}`);
  return new EngineError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${collection.namespace} index: ${name} dup key: { ${shown.join(', ')} }`,
    { keyPattern, keyValue },
  );
}
