import { type Cents, cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { splitName } from '@parcelyard/service-kit/split-name';
import { type Address, DEFAULT_COUNTRY, trimmed } from './address';
import { type CustomsFacts, customsFacts, isCountryCode, isHsCode } from './customs-facts';
import { type OrderAmounts, type StatedAmounts, statedAmountProblems, statedAmounts } from './order-amounts';
import type { Problem } from './problem';
import { type ProductPrice, productKey } from './product';

/** What a caller asks to create. */
export interface NewOrderInput {
  customerId?: number | undefined;
  shipTo?: Address | undefined;
  items: readonly NewItemInput[];
  /** Ounces. */
  weightOz?: number | undefined;
  externalOrderId?: string | undefined;
  invoiceNumber?: string | undefined;
  /** Names the request, so that one which is repeated finds what it made. */
  requestKey?: string | undefined;
  note?: string | undefined;
  date?: Date | undefined;
  amounts?: StatedAmounts | undefined;
  /** REST's way to the address book: by e-mail, and `customerId` may stand beside `shipTo`. */
  byEmail?: boolean | undefined;
}

export interface NewItemInput extends CustomsFacts {
  /** Empty for a line that has only an item code. */
  name: string;
  quantity: number;
  /** Absent: 0 in the order; the catalogue keeps its price. */
  priceCents?: number | undefined;
  sku?: string | undefined;
  upc?: string | undefined;
  notes?: string | undefined;
}

export interface NewItem extends NewItemInput {
  priceCents: Cents;
}

/** A request that keeps every rule (specification: create_order). */
export interface NewOrder {
  recipient: NewRecipient;
  items: NewItem[];
  /** What the lines say of the catalogue. */
  products: ProductPrice[];
  amounts: OrderAmounts;
  weightOz?: number | undefined;
  externalOrderId?: string | undefined;
  invoiceNumber?: string | undefined;
  requestKey?: string | undefined;
  note: string;
  date?: Date | undefined;
}

/** A customer to ship to, an address whose contact is found, or both: an address whose customer is told. */
export type NewRecipient =
  | { kind: 'customer'; customerId: number }
  | { kind: 'contact'; shipTo: Address; byEmail: boolean }
  | { kind: 'attached'; shipTo: Address; customerId: number };

/** @throws DomainError `invalid_argument` with the first problem; nothing has been saved */
export function checkNewOrder(input: NewOrderInput): NewOrder {
  const [first] = newOrderProblems(input);
  if (first) throw DomainError.text('invalid_argument', first.message, { field: first.field });
  const items = toItems(input.items);
  return {
    recipient: newRecipient(input),
    items,
    products: productsOf(input.items),
    amounts: statedAmounts(items, input.amounts),
    note: input.note?.trim() ?? '',
    ...(input.weightOz === undefined ? {} : { weightOz: input.weightOz }),
    ...(input.externalOrderId?.trim() ? { externalOrderId: input.externalOrderId.trim() } : {}),
    ...(input.invoiceNumber?.trim() ? { invoiceNumber: input.invoiceNumber.trim() } : {}),
    ...(input.requestKey ? { requestKey: input.requestKey } : {}),
    ...(input.date === undefined ? {} : { date: input.date }),
  };
}

function newRecipient({ customerId = 0, shipTo, byEmail = false }: NewOrderInput): NewRecipient {
  if (!shipTo) return { kind: 'customer', customerId };
  const address = toRecipient(shipTo);
  if (customerId !== 0) return { kind: 'attached', shipTo: address, customerId };
  return { kind: 'contact', shipTo: address, byEmail };
}

/** Every rule that the request breaks, in the order of its arguments. */
export function newOrderProblems(input: NewOrderInput): Problem[] {
  return [
    ...recipientProblems(input),
    ...itemProblems(input.items),
    ...weightProblems(input.weightOz),
    ...statedAmountProblems(input.items, input.amounts),
  ];
}

export const weightProblems = (weightOz: number | undefined): Problem[] =>
  weightOz === undefined || (weightOz > 0 && Number.isFinite(weightOz))
    ? []
    : [problem('weight_oz', `must be greater than 0; it was ${weightOz}.`)];

export const toItems = (items: readonly NewItemInput[]): NewItem[] =>
  items.map(({ hsCode, originCountry, ...item }) => ({
    ...item,
    name: item.name.trim() || (item.sku?.trim() ?? ''),
    priceCents: cents(item.priceCents ?? 0),
    ...customsFacts({ hsCode, originCountry }),
  }));

/** Lines that name a product add it to the catalogue or set the price that they give; an item code alone names none. */
export const productsOf = (items: readonly NewItemInput[]): ProductPrice[] =>
  items
    .filter(({ name }) => productKey(name) !== '')
    .map(({ name, priceCents }) => ({
      name: name.trim(),
      ...(priceCents === undefined ? {} : { priceCents: cents(priceCents) }),
    }));

const REQUIRED = ['name', 'street1', 'city', 'state', 'zip'] as const;

function recipientProblems({ customerId, shipTo, byEmail }: NewOrderInput): Problem[] {
  if (byEmail && shipTo) return shipToProblems(shipTo);
  if ((customerId === undefined) === (shipTo === undefined)) {
    const message = 'Exactly one of customer_id or ship_to must be provided.';
    return [{ field: shipTo ? 'ship_to' : 'customer_id', message }];
  }
  return shipTo ? shipToProblems(shipTo) : [];
}

export function shipToProblems(shipTo: Address): Problem[] {
  const missing = REQUIRED.filter((part) => shipTo[part].trim() === '');
  const country = shipTo.country.trim();
  return [
    ...missing.map((part) => problem(`ship_to.${part}`, 'is required.')),
    ...(country === '' || /^[a-z]{2}$/i.test(country)
      ? []
      : [problem('ship_to.country', `must be a two-letter country code; it was "${country}".`)]),
  ];
}

export const itemProblems = (items: readonly NewItemInput[]): Problem[] => [
  ...items.flatMap((item, index) => lineProblems(item, `items[${index}]`)),
  ...totalProblems(items),
];

function lineProblems(item: NewItemInput, path: string): Problem[] {
  const { name, sku, quantity, priceCents = 0, hsCode, originCountry } = item;
  return [
    ...(productKey(name) === '' && !sku?.trim() ? [problem(`${path}.name`, 'is required.')] : []),
    ...(Number.isSafeInteger(quantity) && quantity >= 1
      ? []
      : [problem(`${path}.quantity`, `must be a whole number of at least 1; it was ${quantity}.`)]),
    ...(Number.isSafeInteger(priceCents) && priceCents >= 0
      ? []
      : [problem(`${path}.price`, `must be 0 or more; it was ${priceCents / 100}.`)]),
    ...(!hsCode || isHsCode(hsCode)
      ? []
      : [problem(`${path}.hs_code`, `must be 6 to 10 digits, such as 610910; it was "${hsCode}".`)]),
    ...(!originCountry || isCountryCode(originCountry)
      ? []
      : [problem(`${path}.origin_country`, `must be a two-letter country code; it was "${originCountry}".`)]),
  ];
}

/** 10 million dollars: far beyond any parcel, far below where sums of cents would lose exactness. */
const HIGHEST_SUBTOTAL = 1_000_000_000;

function totalProblems(items: readonly NewItemInput[]): Problem[] {
  const sum = items.reduce((total, item) => total + (item.priceCents ?? 0) * item.quantity, 0);
  return sum <= HIGHEST_SUBTOTAL
    ? []
    : [problem('items', `must not add up to more than ${HIGHEST_SUBTOTAL / 100} dollars.`)];
}

const problem = (field: string, rule: string): Problem => ({ field, message: `${field} ${rule}` });

/** The recipient as orders keep it. */
export function toRecipient(shipTo: Address): Address {
  const address = trimmed(shipTo);
  return {
    ...address,
    // Parts that were given apart stay as they are.
    ...(address.firstName || address.lastName ? {} : splitName(address.name)),
    country: address.country.toUpperCase() || DEFAULT_COUNTRY,
  };
}
