import type { Address } from '@parcelyard/contracts/common';
import type { NewOrder } from '@parcelyard/contracts/orders';
import { splitName } from '@parcelyard/service-kit/addresses/split-name';
import type { Complete } from '@parcelyard/service-kit/complete';
import { DEFAULT_COUNTRY, trimmed } from './address';
import { type ItemLine, isCountryCode, itemProblems, productsOf, type SaidOfProduct, toLines } from './items';
import type { Order } from './order';
import { type OrderAmounts, statedAmountProblems, statedAmounts } from './order-amounts';
import { type Problem, problem, refuseProblems } from './problem';

/** A checked new order (specification: create_order), with its derived fields. */
export interface CheckedOrder extends Complete<Pick<Order, Given>> {
  recipient: NewRecipient;
  lines: ItemLine[];
  /** What the lines say about products. */
  products: SaidOfProduct[];
  amounts: OrderAmounts;
  date: Date | undefined;
}

/** Texts that are saved as given, trimmed. */
type Given = Exclude<keyof NewOrder, 'customerId' | 'shipTo' | 'byEmail' | 'items' | 'amounts' | 'date'>;

/** A customer to ship to; an address that finds its contact; or both: an address and its customer. */
type NewRecipient =
  | { kind: 'customer'; customerId: number }
  | { kind: 'contact'; shipTo: Address; byEmail: boolean }
  | { kind: 'attached'; shipTo: Address; customerId: number };

/** @throws DomainError `invalid_argument` with the first problem; nothing has been saved */
export function checkNewOrder(order: NewOrder): CheckedOrder {
  refuseProblems(newOrderProblems(order));
  const { weightOz, requestKey, origin, date } = order;
  const lines = toLines(order.items);
  return {
    recipient: newRecipient(order),
    lines,
    products: productsOf(order.items),
    amounts: statedAmounts(lines, order.amounts),
    note: order.note?.trim() ?? '',
    // Neither is stored when empty.
    externalOrderId: order.externalOrderId?.trim() || undefined,
    invoiceNumber: order.invoiceNumber?.trim() || undefined,
    weightOz,
    requestKey,
    origin,
    date,
  };
}

function newRecipient({ customerId = 0, shipTo, byEmail = false }: NewOrder): NewRecipient {
  if (!shipTo) return { kind: 'customer', customerId };
  const address = toRecipient(shipTo);
  if (customerId !== 0) return { kind: 'attached', shipTo: address, customerId };
  return { kind: 'contact', shipTo: address, byEmail };
}

/** Every rule that the order breaks, in the order of its fields. */
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

/** The recipient as orders store it. */
export function toRecipient(shipTo: Address): Address {
  const address = trimmed(shipTo);
  return {
    ...address,
    // Name parts that were given separately stay as they are.
    ...(address.firstName || address.lastName ? {} : splitName(address.name)),
    country: address.country.toUpperCase() || DEFAULT_COUNTRY,
  };
}
