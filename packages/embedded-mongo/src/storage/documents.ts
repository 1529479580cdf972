import { type Document, EJSON } from 'bson';
import { fieldOf, isDocument, isOperatorDocument } from '../bson-values';
import { EngineError } from '../engine-error';
import type { Catalog, Collection, Index } from './catalog';
import { idKeyOf, indexKeysOf } from './index-keys';
import type { Storage } from './storage';

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 180;
/** A smaller document cannot be nested too deeply, because each level takes at least seven bytes. */
const SHALLOW_BYTES = MAX_DEPTH * 7;

/**
 * Documents and their index entries, which always change together. Every method that writes needs a write transaction.
 */
export class Documents {
  constructor(
    private readonly storage: Storage,
    private readonly catalog: Catalog,
  ) {}

  get(collection: Collection, idKey: Buffer): Buffer | undefined {
    return this.storage.get(Buffer.concat([collection.space, idKey]));
  }

  /**
   * Inserts a document. Throws `DuplicateKey` before anything is written. `raw` must be the encoded `document` with
   * `_id` first.
   */
  insert(collection: Collection, document: Document, raw: Buffer): void {
    checkId(document._id);
    const idKey = idKeyOf(document._id);
    this.storage.claim(Buffer.concat([collection.space, idKey]));
    if (this.get(collection, idKey)) throw duplicate(collection, '_id_', { _id: 1 }, document);
    this.replace(collection, idKey, undefined, document, raw);
  }

  /** Replaces an existing document. The `_id` must be the same. */
  replace(
    collection: Collection,
    idKey: Buffer,
    before: Document | undefined,
    after: Document,
    raw: Buffer,
  ): void {
    if (raw.length > MAX_DOCUMENT_BYTES)
      throw new EngineError('BSONObjectTooLarge', `${raw.length} bytes are more than ${MAX_DOCUMENT_BYTES}`);
    if (raw.length > SHALLOW_BYTES && !isWithinDepth(after, MAX_DEPTH))
      throw new EngineError('Overflow', `Document exceeds maximum nesting depth of ${MAX_DEPTH}`);
    const key = Buffer.concat([collection.space, idKey]);
    this.storage.claim(key);
    this.changeIndexes(collection, idKey, before, after);
    this.storage.put(key, raw);
  }

  remove(collection: Collection, idKey: Buffer, document: Document): void {
    const key = Buffer.concat([collection.space, idKey]);
    this.storage.claim(key);
    this.changeIndexes(collection, idKey, document, undefined);
    this.storage.remove(key);
  }

  /** Fills a new index from the existing documents. Throws `DuplicateKey` before anything is written. */
  build(
    collection: Collection,
    index: Index,
    documents: Iterable<{ idKey: Buffer; document: Document }>,
  ): void {
    const entries = new Map<string, { key: Buffer; idKey: Buffer }>();
    for (const { idKey, document } of documents) {
      const { keys, multikey, cut } = indexKeysOf(index, document);
      index.multikey ||= multikey;
      index.cut ||= cut;
      for (const fields of keys) {
        const key = entryKey(index, fields, idKey);
        const text = key.toString('latin1');
        if (entries.has(text)) throw duplicate(collection, index.name, index.spec.key, document);
        entries.set(text, { key, idKey });
      }
    }
    for (const { key, idKey } of entries.values()) this.storage.put(key, idKey);
  }

  private changeIndexes(collection: Collection, idKey: Buffer, before?: Document, after?: Document): void {
    const puts: Buffer[] = [];
    const removals: Buffer[] = [];
    const flags: (() => void)[] = [];
    for (const index of collection.indexes) {
      if (before && after && index.roots.every((root) => before[root] === after[root])) continue;
      const old = indexKeysOf(index, before).keys;
      const { keys, multikey, cut } = indexKeysOf(index, after);
      for (const fields of keys) {
        if (old.some((one) => one.equals(fields))) continue;
        const key = entryKey(index, fields, idKey);
        if (index.unique) this.storage.claim(key);
        if (index.unique && this.storage.get(key))
          throw duplicate(collection, index.name, index.spec.key, after!);
        puts.push(key);
      }
      for (const fields of old)
        if (!keys.some((one) => one.equals(fields))) removals.push(entryKey(index, fields, idKey));
      if (index.unique) for (const key of removals) this.storage.claim(key);
      if ((multikey && !index.multikey) || (cut && !index.cut))
        flags.push(() =>
          Object.assign(index, { multikey: index.multikey || multikey, cut: index.cut || cut }),
        );
    }
    for (const flag of flags) flag();
    if (flags.length > 0) this.catalog.save(collection);
    for (const key of removals) this.storage.remove(key);
    for (const key of puts) this.storage.put(key, idKey);
  }
}

/** Throws for a value that cannot be an `_id`. */
function checkId(id: unknown): void {
  if (Array.isArray(id)) throw new EngineError('InvalidIdField', "The '_id' value cannot be of type array");
  if (isOperatorDocument(id))
    throw new EngineError('DollarPrefixedFieldName', '_id fields may not contain $-prefixed fields');
}

function isWithinDepth(value: unknown, levels: number): boolean {
  if (!Array.isArray(value) && !isDocument(value)) return true;
  return levels > 0 && Object.values(value).every((one) => isWithinDepth(one, levels - 1));
}

/**
 * Returns the key of an index entry. In a unique index, the fields alone are the key, so that no second document can
 * have the same key.
 */
function entryKey(index: Index, fields: Buffer, idKey: Buffer): Buffer {
  return Buffer.concat(index.unique ? [index.space, fields] : [index.space, fields, idKey]);
}

function duplicate(
  collection: Collection,
  name: string,
  keyPattern: Document,
  document: Document,
): EngineError {
  const valueAt = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((value, part) => (isDocument(value) ? fieldOf(value, part) : undefined), document);
  const keyValue = Object.fromEntries(Object.keys(keyPattern).map((path) => [path, valueAt(path) ?? null]));
  return new EngineError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${collection.namespace} index: ${name} dup key: ${EJSON.stringify(keyValue)}`,
    { keyPattern, keyValue },
  );
}
