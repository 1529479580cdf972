import type { NewItem, OrderItem, Product } from '@parcelyard/contracts/orders';
import { type Problem, problem } from './problem';

/** A line of an order before it has its id. */
export type ItemLine = Omit<OrderItem, 'itemId'>;

/** What lines of orders say of the catalogue; without a price a known product keeps the one that it has. */
export type ProductPrice = Pick<Product, 'name'> & { priceCents?: number | undefined };

/** What makes two names the same product: case and blanks do not count. It is also the key to sort by, A to Z. */
export const productKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** A new order's lines; a line that has only an item code goes by it. */
export const toLines = (items: readonly NewItem[]): ItemLine[] =>
  items.map(({ hsCode, originCountry, ...item }) => ({
    ...item,
    name: item.name.trim() || (item.sku?.trim() ?? ''),
    priceCents: item.priceCents ?? 0,
    ...customsFacts({ hsCode, originCountry }),
  }));

export const withIds = (lines: readonly ItemLine[], itemIds: readonly number[]): OrderItem[] =>
  lines.map((line, index) => ({ ...line, itemId: itemIds[index] as number }));

/** Lines that name a product add it to the catalogue or set the price that they give; an item code alone names none. */
export const productsOf = (items: readonly NewItem[]): ProductPrice[] =>
  items
    .filter(({ name }) => productKey(name) !== '')
    .map(({ name, priceCents }) => ({
      name: name.trim(),
      ...(priceCents === undefined ? {} : { priceCents }),
    }));

/** 10 million dollars: far beyond any parcel, far below where sums of cents would lose exactness. */
const MAX_SUBTOTAL_CENTS = 1_000_000_000;

export function itemProblems(items: readonly NewItem[]): Problem[] {
  const problems = items.flatMap((item, index) => lineProblems(item, `items[${index}]`));
  const sum = items.reduce((total, { priceCents = 0, quantity }) => total + priceCents * quantity, 0);
  if (sum <= MAX_SUBTOTAL_CENTS) return problems;
  return [...problems, problem('items', 'items_cost_too_much', { max: MAX_SUBTOTAL_CENTS / 100 })];
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

/** As orders keep them; what is no such fact, as stores may send it, is left out. */
export function customsFacts({ hsCode = '', originCountry = '' }: CustomsFacts): CustomsFacts {
  return {
    ...(isHsCode(hsCode) ? { hsCode: digitsOf(hsCode) } : {}),
    ...(isCountryCode(originCountry) ? { originCountry: originCountry.trim().toUpperCase() } : {}),
  };
}

/** The Harmonized System has six digits; a country adds up to four, and people write dots and spaces between them. */
const isHsCode = (text: string): boolean => /^\d{6,10}$/.test(digitsOf(text));
export const isCountryCode = (text: string): boolean => /^[a-z]{2}$/i.test(text.trim());

const digitsOf = (text: string): string => text.replace(/[\s.]/g, '');
