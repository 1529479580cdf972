import type { NewItem, OrderItem, Product } from '@parcelyard/contracts/orders';
import { type Problem, problem } from './problem';

/** A line of an order before it has its id. */
export type ItemLine = Omit<OrderItem, 'itemId'>;

/** The product of an order line. If the price is absent or 0, a known product keeps its price. */
export type ProductEntry = Pick<Product, 'name' | 'sku'> & { priceCents?: number | undefined };

/** Names with the same key are the same product: case and spaces are ignored. */
export const productKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Item codes with the same key are the same. */
export const skuKey = (sku: string): string => sku.trim().toLowerCase();

/** Returns a new order's lines. A line without a name gets its item code as name. */
export const toLines = (items: readonly NewItem[]): ItemLine[] =>
  items.map(({ hsCode, originCountry, ...item }) => ({
    ...item,
    name: item.name.trim() || (item.sku?.trim() ?? ''),
    priceCents: item.priceCents ?? 0,
    ...customsFacts({ hsCode, originCountry }),
  }));

/** Gives ids to the lines without an id. Lines with an id keep it. */
export function withIds(
  lines: readonly (ItemLine & Partial<Pick<OrderItem, 'itemId'>>)[],
  itemIds: readonly number[],
): OrderItem[] {
  const free = [...itemIds];
  return lines.map((line) => ({ ...line, itemId: line.itemId ?? (free.shift() as number) }));
}

/** Returns the products of the lines. A line that has an item code but no name is left out. */
export const productsOf = (items: readonly NewItem[]): ProductEntry[] =>
  items
    .filter(({ name }) => productKey(name) !== '')
    .map(({ name, priceCents, sku }) => ({
      name: name.trim(),
      ...(priceCents === undefined ? {} : { priceCents }),
      ...(sku?.trim() ? { sku: sku.trim() } : {}),
    }));

/** 10 million dollars, far more than the goods of any parcel cost, and small enough that sums of cents are exact. */
const MAX_SUBTOTAL_CENTS = 1_000_000_000;

/** @param field the request's field with the items */
export function itemProblems(items: readonly NewItem[], field = 'items'): Problem[] {
  const problems = items.flatMap((item, index) => lineProblems(item, `${field}[${index}]`));
  return [...problems, ...costProblems(items, field)];
}

export function costProblems(
  lines: readonly Pick<NewItem, 'priceCents' | 'quantity'>[],
  field: string,
): Problem[] {
  const sum = lines.reduce((total, { priceCents = 0, quantity }) => total + priceCents * quantity, 0);
  if (sum <= MAX_SUBTOTAL_CENTS) return [];
  return [problem(field, 'items_cost_too_much', { max: MAX_SUBTOTAL_CENTS / 100 })];
}

function lineProblems(item: NewItem, path: string): Problem[] {
  const { name, sku, quantity, priceCents = 0, hsCode, originCountry } = item;
  const problems: Problem[] = [];
  if (productKey(name) === '' && !sku?.trim()) problems.push(problem(`${path}.name`, 'field_required', {}));
  if (!Number.isSafeInteger(quantity) || quantity < 1) {
    problems.push(problem(`${path}.quantity`, 'field_not_counting', { got: quantity }));
  }
  if (!Number.isSafeInteger(priceCents) || priceCents < 0) {
    problems.push(problem(`${path}.price_cents`, 'field_negative', { got: priceCents / 100 }));
  }
  if (hsCode && !isHsCode(hsCode)) {
    problems.push(problem(`${path}.hs_code`, 'field_not_hs_code', { got: hsCode }));
  }
  if (originCountry && !isCountryCode(originCountry)) {
    problems.push(problem(`${path}.origin_country`, 'field_not_country_code', { got: originCountry }));
  }
  return problems;
}

export type CustomsFacts = Pick<OrderItem, 'hsCode' | 'originCountry'>;

/** Returns customs data as orders store them. Invalid data, which stores may send, are left out. */
export function customsFacts({ hsCode = '', originCountry = '' }: CustomsFacts): CustomsFacts {
  return {
    ...(isHsCode(hsCode) ? { hsCode: digitsOf(hsCode) } : {}),
    ...(isCountryCode(originCountry) ? { originCountry: originCountry.trim().toUpperCase() } : {}),
  };
}

/** An HS code has six digits, and a country may add up to four. People write dots and spaces between them. */
const isHsCode = (text: string): boolean => /^\d{6,10}$/.test(digitsOf(text));
export const isCountryCode = (text: string): boolean => /^[a-z]{2}$/i.test(text.trim());

const digitsOf = (text: string): string => text.replace(/[\s.]/g, '');
