import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Address, DEFAULT_COUNTRY, splitName, trimmed } from './address';
import { productKey } from './product';

/** What a caller asks to create. */
export interface NewOrderInput {
  customerId?: number | undefined;
  shipTo?: Address | undefined;
  items: readonly NewItemInput[];
  /** Ounces. */
  weightOz?: number | undefined;
  externalOrderId?: string | undefined;
}

export interface NewItemInput {
  name: string;
  quantity: number;
  priceCents: number;
  sku?: string | undefined;
  notes?: string | undefined;
}

export interface NewItem extends NewItemInput {
  priceCents: Cents;
}

/** A request that keeps every rule (specification: create_order). */
export interface NewOrder {
  recipient: { customerId: number } | { shipTo: Address };
  items: NewItem[];
  subtotalCents: Cents;
  weightOz?: number | undefined;
  externalOrderId?: string | undefined;
}

export interface Problem {
  /** Path of the argument, such as `ship_to.zip`. */
  field: string;
  message: string;
}

/** @throws DomainError `invalid_argument` with the first problem; nothing has been saved */
export function checkNewOrder(input: NewOrderInput): NewOrder {
  const [first] = newOrderProblems(input);
  if (first) throw new DomainError('invalid_argument', first.message, { field: first.field });
  const items = toItems(input.items);
  return {
    recipient: input.shipTo ? { shipTo: toRecipient(input.shipTo) } : { customerId: input.customerId ?? 0 },
    items,
    subtotalCents: items.reduce((sum, item) => cents(sum + item.priceCents * item.quantity), ZERO),
    ...(input.weightOz === undefined ? {} : { weightOz: input.weightOz }),
    ...(input.externalOrderId?.trim() ? { externalOrderId: input.externalOrderId.trim() } : {}),
  };
}

/** Every rule that the request breaks, in the order of its arguments. */
export function newOrderProblems(input: NewOrderInput): Problem[] {
  return [...recipientProblems(input), ...itemProblems(input.items), ...weightProblems(input.weightOz)];
}

export const weightProblems = (weightOz: number | undefined): Problem[] =>
  weightOz === undefined || (weightOz > 0 && Number.isFinite(weightOz))
    ? []
    : [problem('weight_oz', `must be greater than 0; it was ${weightOz}.`)];

export const toItems = (items: readonly NewItemInput[]): NewItem[] =>
  items.map((item) => ({ ...item, name: item.name.trim(), priceCents: cents(item.priceCents) }));

const REQUIRED = ['name', 'street1', 'city', 'state', 'zip'] as const;

function recipientProblems({ customerId, shipTo }: NewOrderInput): Problem[] {
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

function lineProblems({ name, quantity, priceCents }: NewItemInput, path: string): Problem[] {
  return [
    ...(productKey(name) === '' ? [problem(`${path}.name`, 'is required.')] : []),
    ...(Number.isSafeInteger(quantity) && quantity >= 1
      ? []
      : [problem(`${path}.quantity`, `must be a whole number of at least 1; it was ${quantity}.`)]),
    ...(Number.isSafeInteger(priceCents) && priceCents >= 0
      ? []
      : [problem(`${path}.price`, `must be 0 or more; it was ${priceCents / 100}.`)]),
  ];
}

/** 10 million dollars: far beyond any parcel, far below where sums of cents would lose exactness. */
const HIGHEST_SUBTOTAL = 1_000_000_000;

function totalProblems(items: readonly NewItemInput[]): Problem[] {
  const sum = items.reduce((total, item) => total + item.priceCents * item.quantity, 0);
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
    ...splitName(address.name),
    country: address.country.toUpperCase() || DEFAULT_COUNTRY,
  };
}
