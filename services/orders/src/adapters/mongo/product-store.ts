import type { Page } from '@parcelyard/contracts/common';
import type { CatalogChange, CatalogEffect, Product, UnpricedItem } from '@parcelyard/contracts/orders';
import { failedWrites } from '@parcelyard/service-kit/mongo/failed-writes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { readPage } from '@parcelyard/service-kit/mongo/read-page';
import type { Sequence } from '@parcelyard/service-kit/mongo/sequences';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import { nameOrder } from '@parcelyard/service-kit/name-order';
import type { AnyBulkWriteOperation, Collection, Filter } from 'mongodb';
import { type ProductEntry, productKey, skuKey } from '../../domain/items';

export interface ProductDocument extends Omit<Product, 'productId'> {
  _id: number;
  accountId: number;
  v: 1;
  /** The name without differences of case and spaces; unique in the account. */
  nameKey: string;
  /** Lists are sorted by this key. */
  sortKey: string;
  /** The item code without differences of case. A line that has only an item code finds the product by this key. */
  skuKey?: string;
}

interface Dependencies {
  collection: Collection<ProductDocument>;
  productIds: Sequence;
}

export type ProductStore = ReturnType<typeof createProductStore>;

export function createProductStore({ collection, productIds }: Dependencies) {
  /**
   * Adds new products, and updates prices and item codes of known ones. When a product appears several times, its last
   * entry counts.
   * @returns the changed products, and the entries without a price whose product has a price; undefined when both lists
   * are empty
   */
  const save = async (
    accountId: number,
    entries: readonly ProductEntry[],
  ): Promise<CatalogEffect | undefined> => {
    const byKey = lastByKey(entries);
    const known = await knownProducts(collection, accountId, [...byKey.keys()]);
    const ids = await productIds.take([...byKey.keys()].filter((key) => !known.has(key)).length);
    const changed: CatalogChange[] = [];
    const operations = [...byKey].flatMap(([nameKey, one]): AnyBulkWriteOperation<ProductDocument>[] => {
      const product = known.get(nameKey);
      if (!product) {
        changed.push({ name: one.name, toCents: one.priceCents ?? 0 });
        return [upsert(accountId, nameKey, one, ids.pop() as number)];
      }
      const { priceCents: toCents = product.priceCents } = one;
      if (toCents !== product.priceCents) {
        changed.push({ name: product.name, fromCents: product.priceCents, toCents });
      }
      const fresh = differing(product, one);
      if (Object.keys(fresh).length === 0) return [];
      return [{ updateOne: { filter: { accountId, nameKey }, update: { $set: fresh } } }];
    });
    if (operations.length > 0) {
      const write = () => collection.bulkWrite(operations, { ordered: false });
      // If two callers add the same name at once, one insert is refused. The refused caller tries again, and then finds
      // the product of the other caller.
      await write().catch((error: unknown) => {
        if (isTaken(error)) return write();
        throw error;
      });
    }
    const unpriced = unpricedOf(entries, (key) => byKey.get(key)?.priceCents ?? known.get(key)?.priceCents);
    return changed.length > 0 || unpriced.length > 0 ? { changed, unpriced } : undefined;
  };

  return {
    /** Returns a page of the active products that have the text in their name or description, sorted by name. */
    list: async (accountId: number, query: string, page: Page) => {
      const filter: Filter<ProductDocument> = { accountId, active: true, ...containing(query) };
      const byName = { sortKey: 1, nameKey: 1 } as const;
      const { documents, total } = await readPage(collection, filter, byName, page);
      return { products: documents.map(toProduct), total };
    },
    save,
    /** Returns active products by item code. Of two products with the same code, the newer one is returned. */
    findBySku: async (accountId: number, skus: readonly string[]): Promise<Map<string, Product>> => {
      if (skus.length === 0) return new Map();
      const documents = await collection
        .find({ accountId, skuKey: { $in: [...new Set(skus.map(skuKey))] } })
        .sort({ accountId: 1, skuKey: 1, _id: 1 })
        .toArray();
      const active = documents.filter((document) => document.active);
      return new Map(active.map((document) => [document.skuKey as string, toProduct(document)]));
    },
    /** Adds products with new names; the results have the order of the input. */
    importAll: async (accountId: number, products: readonly Product[]) => {
      const keys = products.map(({ name }) => productKey(name));
      const known = await knownIds(collection, accountId, keys);
      const created = new Set<number>();
      for (const [index, { name, catalog, description, priceCents, active, sku }] of products.entries()) {
        const nameKey = keys[index] as string;
        if (known.has(nameKey)) continue;
        const _id = await productIds.next();
        const document: ProductDocument = {
          _id,
          accountId,
          v: 1,
          nameKey,
          sortKey: nameOrder(nameKey),
          name: name.trim(),
          ...(catalog ? { catalog } : {}),
          description,
          priceCents,
          active,
          ...codeOf(sku),
        };
        if (await unlessDuplicate(collection.insertOne(document))) {
          known.set(nameKey, _id);
          created.add(index);
        } else {
          for (const [key, id] of await knownIds(collection, accountId, [nameKey])) known.set(key, id);
        }
      }
      return keys.map((key, index) => ({
        productId: known.get(key) as number,
        created: created.has(index),
      }));
    },
  };
}

/**
 * Returns the last name, price and code of each product. A price of 0 does not count, because the line may be a gift.
 */
function lastByKey(entries: readonly ProductEntry[]): Map<string, ProductEntry> {
  const byKey = new Map<string, ProductEntry>();
  for (const { name, priceCents, sku } of entries) {
    const key = productKey(name);
    const before = byKey.get(key);
    byKey.set(key, { name, priceCents: priceCents || before?.priceCents, sku: sku ?? before?.sku });
  }
  return byKey;
}

function unpricedOf(
  entries: readonly ProductEntry[],
  priceOf: (key: string) => number | undefined,
): UnpricedItem[] {
  const without = new Map(
    entries.flatMap(({ name, priceCents }) => (priceCents === undefined ? [[productKey(name), name]] : [])),
  );
  return [...without].flatMap(([key, name]) => {
    const catalogPriceCents = priceOf(key) ?? 0;
    return catalogPriceCents > 0 ? [{ name, catalogPriceCents }] : [];
  });
}

const codeOf = (sku: string | undefined): Pick<ProductDocument, 'sku' | 'skuKey'> =>
  sku ? { sku, skuKey: skuKey(sku) } : {};

function differing(product: ProductDocument, { priceCents, sku }: ProductEntry): Partial<ProductDocument> {
  return {
    ...(priceCents === undefined || priceCents === product.priceCents ? {} : { priceCents }),
    ...(sku === undefined || sku === product.sku ? {} : codeOf(sku)),
  };
}

function upsert(
  accountId: number,
  nameKey: string,
  { name, priceCents, sku }: ProductEntry,
  productId: number,
): AnyBulkWriteOperation<ProductDocument> {
  const sortKey = nameOrder(nameKey);
  const first = { _id: productId, v: 1 as const, sortKey, name, description: '', active: true };
  const fields = { ...(priceCents === undefined ? {} : { priceCents }), ...codeOf(sku) };
  const update = {
    ...(Object.keys(fields).length > 0 ? { $set: fields } : {}),
    $setOnInsert: priceCents === undefined ? { ...first, priceCents: 0 } : first,
  };
  return { updateOne: { filter: { accountId, nameKey }, update, upsert: true } };
}

async function knownProducts(
  collection: Collection<ProductDocument>,
  accountId: number,
  keys: readonly string[],
): Promise<Map<string, ProductDocument>> {
  const documents = await collection.find({ accountId, nameKey: { $in: [...keys] } }).toArray();
  return new Map(documents.map((document) => [document.nameKey, document]));
}

async function knownIds(collection: Collection<ProductDocument>, accountId: number, keys: readonly string[]) {
  const documents = await collection
    .find({ accountId, nameKey: { $in: [...new Set(keys)] } }, { projection: { nameKey: 1 } })
    .toArray();
  return new Map(documents.map(({ nameKey, _id }) => [nameKey, _id]));
}

/** Matches a plain substring of any characters, ignoring case. */
function containing(query: string): Filter<ProductDocument> {
  if (query === '') return {};
  const text = { $regex: query.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), $options: 'i' };
  return { $or: [{ name: text }, { description: text }] };
}

const isTaken = (error: unknown): boolean =>
  isDuplicateKey(error) || (failedWrites(error)?.every(({ isDuplicate }) => isDuplicate) ?? false);

function toProduct(document: ProductDocument): Product {
  const { _id: productId, accountId, v, nameKey, sortKey, skuKey: _skuKey, ...product } = document;
  return { productId, ...product };
}
