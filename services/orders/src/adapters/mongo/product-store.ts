import type { Page } from '@parcelyard/contracts/common';
import type { Product } from '@parcelyard/contracts/orders';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Sequence } from '@parcelyard/service-kit/mongo/sequences';
import { type AnyBulkWriteOperation, type Collection, type Filter, MongoBulkWriteError } from 'mongodb';
import { type ProductPrice, productKey } from '../../domain/items';

export interface ProductDocument extends Omit<Product, 'productId'> {
  _id: number;
  accountId: number;
  v: 1;
  /** Unique in the account, and what lists sort by. */
  nameKey: string;
}

interface Dependencies {
  collection: Collection<ProductDocument>;
  productIds: Sequence;
}

export type ProductStore = ReturnType<typeof createProductStore>;

/** Products that this process has met, so that saving the price of one again needs no look. */
const KEPT_NAMES = 20_000;

export function createProductStore({ collection, productIds }: Dependencies) {
  const met = new BoundedMap<string, true>(KEPT_NAMES);
  const nameOf = (accountId: number, nameKey: string) => `${accountId} ${nameKey}`;

  const knownKeys = async (accountId: number, keys: readonly string[]): Promise<Set<string>> => {
    const unmet = keys.filter((key) => !met.has(nameOf(accountId, key)));
    const found = unmet.length > 0 ? await knownIds(collection, accountId, unmet) : new Map();
    return new Set(keys.filter((key) => found.has(key) || met.has(nameOf(accountId, key))));
  };

  /**
   * Adds products by name, or sets the price of those that exist; a known product without a price stays as it is. Of
   * equal names the last price counts.
   */
  const savePrices = async (accountId: number, prices: readonly ProductPrice[]): Promise<void> => {
    const byKey = lastPrices(prices);
    const known = await knownKeys(accountId, [...byKey.keys()]);
    const fresh = [...byKey.keys()].filter((key) => !known.has(key));
    const ids = await productIds.take(fresh.length);
    const operations = [...byKey].flatMap(([nameKey, { name, priceCents }]) => {
      if (!known.has(nameKey)) return upsert(accountId, nameKey, name, priceCents, ids.pop() as number);
      if (priceCents === undefined) return [];
      return { updateOne: { filter: { accountId, nameKey }, update: { $set: { priceCents } } } };
    });
    if (operations.length === 0) return;
    const write = () => collection.bulkWrite(operations, { ordered: false });
    // Two that add one name at once: who is told that it is taken finds it at the second try.
    const { matchedCount, upsertedCount } = await write().catch((error: unknown) => {
      if (isTaken(error)) return write();
      throw error;
    });
    const isThere = matchedCount + upsertedCount === operations.length;
    for (const key of byKey.keys()) {
      if (isThere) met.set(nameOf(accountId, key), true);
      else met.delete(nameOf(accountId, key));
    }
    // One that this process had met has gone since, as after a restored backup: the second time it is looked for.
    if (!isThere && known.size > 0) await savePrices(accountId, prices);
  };

  return {
    /** Active products whose name or description holds the text, A to Z. */
    list: async (accountId: number, query: string, { page, pageSize }: Page) => {
      const filter: Filter<ProductDocument> = { accountId, active: true, ...containing(query) };
      const [documents, total] = await Promise.all([
        collection
          .find(filter)
          .sort({ nameKey: 1 })
          .skip((page - 1) * pageSize)
          .limit(pageSize)
          .toArray(),
        collection.countDocuments(filter),
      ]);
      return { products: documents.map(toProduct), total };
    },
    savePrices,
    /** Adds what has a new name; answers in input order. */
    importAll: async (accountId: number, products: readonly Product[]) => {
      const keys = products.map(({ name }) => productKey(name));
      const known = await knownIds(collection, accountId, keys);
      const created = new Set<string>();
      for (const [index, { name, catalog, description, priceCents, active }] of products.entries()) {
        const nameKey = keys[index] as string;
        if (known.has(nameKey)) continue;
        const _id = await productIds.next();
        try {
          await collection.insertOne({
            _id,
            accountId,
            v: 1,
            nameKey,
            name: name.trim(),
            ...(catalog ? { catalog } : {}),
            description,
            priceCents,
            active,
          });
          known.set(nameKey, _id);
          created.add(`${index}`);
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          for (const [key, id] of await knownIds(collection, accountId, [nameKey])) known.set(key, id);
        }
      }
      return keys.map((key, index) => ({
        productId: known.get(key) as number,
        created: created.has(`${index}`),
      }));
    },
  };
}

function lastPrices(prices: readonly ProductPrice[]): Map<string, ProductPrice> {
  const byKey = new Map<string, ProductPrice>();
  for (const { name, priceCents } of prices) {
    const key = productKey(name);
    byKey.set(key, { name, priceCents: priceCents ?? byKey.get(key)?.priceCents });
  }
  return byKey;
}

function upsert(
  accountId: number,
  nameKey: string,
  name: string,
  priceCents: ProductPrice['priceCents'],
  productId: number,
): AnyBulkWriteOperation<ProductDocument> {
  const first = { _id: productId, v: 1 as const, name, description: '', active: true };
  const update =
    priceCents === undefined
      ? { $setOnInsert: { ...first, priceCents: 0 } }
      : { $set: { priceCents }, $setOnInsert: first };
  return { updateOne: { filter: { accountId, nameKey }, update, upsert: true } };
}

async function knownIds(collection: Collection<ProductDocument>, accountId: number, keys: readonly string[]) {
  const documents = await collection
    .find({ accountId, nameKey: { $in: [...new Set(keys)] } }, { projection: { nameKey: 1 } })
    .toArray();
  return new Map(documents.map(({ nameKey, _id }) => [nameKey, _id]));
}

/** A plain substring, whatever signs it holds, in upper or lower case. */
function containing(query: string): Filter<ProductDocument> {
  if (query === '') return {};
  const text = { $regex: query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), $options: 'i' };
  return { $or: [{ name: text }, { description: text }] };
}

function isTaken(error: unknown): boolean {
  if (isDuplicateKey(error)) return true;
  if (!(error instanceof MongoBulkWriteError)) return false;
  return [error.writeErrors].flat().every(({ code }) => code === 11000);
}

function toProduct({ _id, name, catalog, description, priceCents, active }: ProductDocument): Product {
  return {
    productId: _id,
    name,
    ...(catalog === undefined ? {} : { catalog }),
    description,
    priceCents,
    active,
  };
}
