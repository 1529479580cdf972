import type { NewItem, OrderItem, Product } from '@parcelyard/contracts/orders';
import { type Problem, problem } from './problem';

/** A line of an order before it has its id. */
export type ItemLine = Omit<OrderItem, 'itemId'>;

/** What a line of an order says of its product; without a price, and with one of 0, a known one keeps what it has. */
export type SaidOfProduct = Pick<Product, 'name' | 'sku'> & { priceCents?: number | undefined };

/** What makes two names the same product: case and blanks do not count. It is also the key to sort by, A to Z. */
export const productKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** What makes two item codes the same. */
export const skuKey = (sku: string): string => sku.trim().toLowerCase();

/** A new order's lines. A line without a title takes its item code as title. */
export const toLines = (items: readonly NewItem[]): ItemLine[] =>
  items.map(({ hsCode, originCountry, ...item }) => ({
    ...item,
    name: item.name.trim() || (item.sku?.trim() ?? ''),
    priceCents: item.priceCents ?? 0,
    ...customsFacts({ hsCode, originCountry }),
  }));

/** Those that have an id keep it; the others take these. */
export function withIds(
  lines: readonly (ItemLine & Partial<Pick<OrderItem, 'itemId'>>)[],
  itemIds: readonly number[],
): OrderItem[] {
  const free = [...itemIds];
  return lines.map((line) => ({ ...line, itemId: line.itemId ?? (free.shift() as number) }));
}

/** Lines that name a product add it to the catalogue or set the price that they give; an item code alone names none. */
export const productsOf = (items: readonly NewItem[]): SaidOfProduct[] =>
  items
    .filter(({ name }) => productKey(name) !== '')
    .map(({ name, priceCents, sku }) => ({
      name: name.trim(),
      ...(priceCents === undefined ? {} : { priceCents }),
      ...(sku?.trim() ? { sku: sku.trim() } : {}),
    }));

/** 10 million dollars: far beyond any parcel, far below where sums of cents would lose exactness. */
const MAX_SUBTOTAL_CENTS = 1_000_000_000;

/** @param field of the request that holds them */
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
