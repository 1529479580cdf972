import type { Address } from '@parcelyard/contracts/common';
import type { CreateOrderRequest, CreateOrderResponse } from '@parcelyard/contracts/orders';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { Contact, Customers } from '../adapters/clients/customers-client';
import type { OrderStore } from '../adapters/mongo/order-store';
import { withIds } from '../domain/items';
import { type CheckedOrder, checkNewOrder } from '../domain/new-order';
import { drawOrderNumber, type Order } from '../domain/order';
import { LINES } from '../domain/order-fields';
import { contradicts, externalIdTaken, invoiceNumberTaken } from '../domain/order-identifiers';
import { resolveShipTo } from '../domain/ship-to';
import { messageWithShipTo, orderMessage } from './order-message';
import type { OrdersPorts } from './orders-ports';

export type PlacingPorts = Pick<
  OrdersPorts,
  'orders' | 'products' | 'customers' | 'ids' | 'clock' | 'random'
>;

/**
 * Creates one order, ready to ship (specification: create_order). If the account has an order with the same external id
 * that is neither canceled nor merged, returns this existing order.
 */
export const createOrder = async (
  ports: PlacingPorts,
  { accountId, order = { items: [] } }: CreateOrderRequest,
): Promise<CreateOrderResponse> => placeOrder(ports, accountId, checkNewOrder(cleanSavedText(order, LINES)));

/**
 * Saves one checked order, unless another order has its external id. If several callers try at the same time, the order
 * is created only once. Prices of products are saved before the order. So if the process crashes before it saves the
 * order, a repeated call saves the prices again and creates the order.
 */
export async function placeOrder(
  ports: PlacingPorts,
  accountId: number,
  checked: CheckedOrder,
): Promise<CreateOrderResponse> {
  const { orders, products, customers } = ports;
  const existing = await findExisting(orders, accountId, checked);
  if (existing) {
    const created = isMadeBy(existing, checked.requestKey);
    return { created, order: await orderMessage(customers, existing) };
  }

  const { contact, recipient, contactCreated } = await findRecipient(customers, accountId, checked);
  const catalog = checked.products.length > 0 ? await products.save(accountId, checked.products) : undefined;
  const { customerId } = contact;
  const draft = await draftOrder(ports, accountId, checked, { customerId, recipient });
  const { created, saved } = await insert(ports, draft);
  if (!created) return { created, order: await orderMessage(customers, saved) };
  return {
    created,
    order: messageWithShipTo(saved, resolveShipTo(saved, contact.address)),
    ...(contactCreated === undefined ? {} : { customerId, customerCreated: contactCreated }),
    ...(catalog ? { catalog } : {}),
  };
}

/**
 * @throws DomainError `already_exists` when another order has the invoice number, or when the order with the external
 * id has another invoice number
 */
async function findExisting(
  orders: OrderStore,
  accountId: number,
  { externalOrderId, invoiceNumber, requestKey }: CheckedOrder,
): Promise<Order | undefined> {
  const existing =
    externalOrderId === undefined ? undefined : await orders.findLive(accountId, externalOrderId);
  if (existing) return withoutContradiction(existing, { externalOrderId, invoiceNumber });
  if (invoiceNumber === undefined) return undefined;
  return findSame(orders, accountId, invoiceNumber, { externalOrderId, requestKey });
}

/**
 * Returns the existing order.
 * @throws DomainError `already_exists` when the given invoice number differs from the order's number
 */
function withoutContradiction(
  existing: Order,
  given: Pick<Order, 'externalOrderId' | 'invoiceNumber'>,
): Order {
  if (!contradicts(existing, given)) return existing;
  throw externalIdTaken(given.externalOrderId as string, existing.invoiceNumber);
}

/**
 * Returns the order with this invoice number if it is the order that the caller wants to create: an earlier try of this
 * request created it and the answer was lost, or a request with the same external id has just created it.
 * @throws DomainError `already_exists` for any other order
 */
async function findSame(
  orders: OrderStore,
  accountId: number,
  invoiceNumber: string,
  { externalOrderId, requestKey }: Pick<Order, 'externalOrderId' | 'requestKey'>,
): Promise<Order | undefined> {
  const order = await orders.findByInvoice(accountId, invoiceNumber);
  const hasId = externalOrderId !== undefined && order?.externalOrderId === externalOrderId;
  if (order && !hasId && !isMadeBy(order, requestKey)) throw invoiceNumberTaken(invoiceNumber);
  return order;
}

const isMadeBy = (order: Order, requestKey: string | undefined): boolean =>
  requestKey !== undefined && order.requestKey === requestKey;

interface Recipient {
  contact: Contact;
  recipient: Address;
  contactCreated?: boolean;
}

async function findRecipient(
  customers: Customers,
  accountId: number,
  { recipient }: CheckedOrder,
): Promise<Recipient> {
  if (recipient.kind === 'contact') {
    const { shipTo, byEmail } = recipient;
    const { contact, created } = await customers.resolveContact(accountId, shipTo, byEmail);
    const { email, phone } = byEmail ? shipTo : contact.address;
    return { contact, recipient: { ...shipTo, email, phone }, contactCreated: created };
  }
  const contact = await requireContact(customers, accountId, recipient.customerId);
  return { contact, recipient: recipient.kind === 'attached' ? recipient.shipTo : contact.address };
}

/** @throws DomainError `not_found` */
export async function requireContact(
  customers: Customers,
  accountId: number,
  customerId: number,
): Promise<Contact> {
  const contact = await customers.find(accountId, customerId);
  if (contact) return contact;
  throw new DomainError('not_found', 'customer_not_found', { customerId }, { field: 'customer_id' });
}

async function draftOrder(
  { ids, clock, random }: PlacingPorts,
  accountId: number,
  { lines, amounts, date, recipient: _, products: __, ...given }: CheckedOrder,
  to: Pick<Order, 'customerId' | 'recipient'>,
): Promise<Order> {
  const itemIds = await ids.takeItemIds(lines.length);
  const now = clock.now();
  return {
    accountId: toAccountId(accountId),
    orderId: await ids.nextOrderId(),
    version: 1,
    orderNumber: drawOrderNumber(random),
    status: 'ChooseShipping',
    date: date ?? now,
    ...to,
    addressVersion: 1,
    items: withIds(lines, itemIds),
    ...amounts,
    ...given,
    appliedScans: [],
    labelGeneration: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Inserts the order. If its order number is taken, another number is drawn. If its external id is taken, returns the
 * order that has this id.
 */
async function insert({ orders, random }: PlacingPorts, first: Order) {
  let order = first;
  for (;;) {
    const outcome = await orders.insert(order);
    if (outcome === 'inserted') return { created: true, saved: order };
    if (outcome === 'order_number_taken') {
      order = { ...order, orderNumber: drawOrderNumber(random) };
      continue;
    }
    if (outcome === 'invoice_number_taken') {
      const saved = await findSame(orders, order.accountId, order.invoiceNumber as string, order);
      if (saved) return { created: isMadeBy(saved, order.requestKey), saved };
      continue;
    }
    const saved = await orders.findLive(order.accountId, order.externalOrderId as string);
    // Absent when the other order was canceled meanwhile. The external id is then free again, and the insert is
    // repeated.
    if (saved)
      return { created: isMadeBy(saved, order.requestKey), saved: withoutContradiction(saved, order) };
  }
}
