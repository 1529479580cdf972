import type { Address } from '@parcelyard/contracts/common';
import type { NewOrder } from '@parcelyard/contracts/orders';
import { splitName } from '@parcelyard/service-kit/addresses/split-name';
import { DEFAULT_COUNTRY, trimmed } from './address';
import { type ItemLine, isCountryCode, itemProblems, type ProductEntry, productsOf, toLines } from './items';
import type { Order } from './order';
import { type OrderAmounts, statedAmountProblems, statedAmounts } from './order-amounts';
import { type Problem, problem, refuseProblems } from './problem';
import { withoutMembers } from './without-members';

/** A checked new order (specification: create_order), with computed fields. */
export interface CheckedOrder extends Pick<Order, Given> {
  recipient: NewRecipient;
  lines: ItemLine[];
  products: ProductEntry[];
  amounts: OrderAmounts;
  date: Date | undefined;
}

/** Fields that are saved as given, trimmed. The other fields are computed. */
type Given = Exclude<keyof NewOrder, keyof typeof WORKED_OUT>;

const WORKED_OUT = {
  customerId: true,
  shipTo: true,
  byEmail: true,
  items: true,
  amounts: true,
  date: true,
} as const;

/**
 * The recipient of a new order. `customer`: a customer of the address book. `contact`: an address, by which the
 * customer is found or added. `attached`: a customer and the address for this order.
 */
type NewRecipient =
  | { kind: 'customer'; customerId: number }
  | { kind: 'contact'; shipTo: Address; byEmail: boolean }
  | { kind: 'attached'; shipTo: Address; customerId: number };

/** @throws DomainError `invalid_argument` with the first problem; nothing has been saved */
export function checkNewOrder(order: NewOrder): CheckedOrder {
  refuseProblems(newOrderProblems(order));
  const lines = toLines(order.items);
  return {
    recipient: newRecipient(order),
    lines,
    products: productsOf(order.items),
    amounts: statedAmounts(lines, order.amounts),
    date: order.date,
    ...withTrimmedTexts(withoutMembers(order, WORKED_OUT)),
    note: order.note?.trim() ?? '',
  };
}

/** Trims the texts. A text that is empty after trimming is left out. */
const withTrimmedTexts = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() || undefined : value,
    ]),
  ) as Partial<Fields>;

function newRecipient({ customerId = 0, shipTo, byEmail = false }: NewOrder): NewRecipient {
  if (!shipTo) return { kind: 'customer', customerId };
  const address = toRecipient(shipTo);
  if (customerId !== 0) return { kind: 'attached', shipTo: address, customerId };
  return { kind: 'contact', shipTo: address, byEmail };
}

/** Returns every rule that the order breaks: of the recipient, the items, the weight and the amounts, in this order. */
export function newOrderProblems(order: NewOrder): Problem[] {
  return [
    ...recipientProblems(order),
    ...itemProblems(order.items),
    ...weightProblems(order.weightOz),
    ...statedAmountProblems(order.items, order.amounts),
  ];
}

export const weightProblems = (weightOz: number | undefined): Problem[] =>
  weightOz === undefined || (weightOz > 0 && Number.isFinite(weightOz))
    ? []
    : [problem('weight_oz', 'field_not_positive', { got: weightOz })];

function recipientProblems({ customerId, shipTo, byEmail }: NewOrder): Problem[] {
  if (byEmail && shipTo) return shipToProblems(shipTo);
  if ((customerId === undefined) === (shipTo === undefined)) {
    return [problem(shipTo ? 'ship_to' : 'customer_id', 'order_needs_one_recipient', {})];
  }
  return shipTo ? shipToProblems(shipTo) : [];
}

const REQUIRED = ['name', 'street1', 'city', 'state', 'zip'] as const;

export function shipToProblems(shipTo: Address): Problem[] {
  const missing = REQUIRED.filter((part) => shipTo[part].trim() === '').map((part) =>
    problem(`ship_to.${part}`, 'field_required', {}),
  );
  const country = shipTo.country.trim();
  if (country === '' || isCountryCode(country)) return missing;
  return [...missing, problem('ship_to.country', 'field_not_country_code', { got: country })];
}

export function toRecipient(shipTo: Address): Address {
  const address = trimmed(shipTo);
  return {
    ...address,
    // Given first and last names stay as they are.
    ...(address.firstName || address.lastName ? {} : splitName(address.name)),
    country: address.country.toUpperCase() || DEFAULT_COUNTRY,
  };
}
