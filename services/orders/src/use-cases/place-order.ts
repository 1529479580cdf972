import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Address } from '../domain/address';
import { invoiceNumberTaken } from '../domain/invoice-number';
import type { NewOrder } from '../domain/new-order';
import type { Order } from '../domain/order';
import { drawOrderNumber } from '../domain/order-number';
import { resolveShipTo } from '../domain/ship-to';
import type { Contact, Customers, Ids, OrderStore, ProductStore, Random } from '../ports';
import { type OrderDetail, withShipTo } from './with-ship-to';

export interface PlacingDependencies {
  orders: OrderStore;
  products: ProductStore;
  customers: Customers;
  ids: Ids;
  clock: Clock;
  random: Random;
}

export interface CreatedOrder extends OrderDetail {
  created: boolean;
  /** With `ship_to` only, when the order was created. */
  contact?: { customerId: number; created: boolean };
}

/**
 * Places one order that keeps every rule, unless a live order has its external id already; exact however many callers
 * come at once. The products' prices are saved before the order, so that a crash between leaves nothing that a repeated
 * call would not make whole.
 */
export async function placeOrder(
  dependencies: PlacingDependencies,
  accountId: AccountId,
  wanted: NewOrder,
): Promise<CreatedOrder> {
  const { orders, products, customers } = dependencies;
  const existing = await findExisting(orders, accountId, wanted);
  if (existing) {
    const created = isMadeBy(existing, wanted.requestKey);
    return { created, ...(await withShipTo(existing, customers)) };
  }

  const { contact, recipient, contactCreated } = await findRecipient(customers, accountId, wanted);
  if (wanted.products.length > 0) await products.savePrices(accountId, wanted.products);
  const order = await draft(dependencies, accountId, wanted, contact.customerId, recipient);
  const { created, saved } = await insert(dependencies, order);
  if (!created) return { created, ...(await withShipTo(saved, customers)) };
  return {
    created,
    order: saved,
    shipTo: resolveShipTo(saved, contact.address),
    ...(contactCreated === undefined
      ? {}
      : { contact: { customerId: contact.customerId, created: contactCreated } }),
  };
}

/** @throws DomainError `already_exists` for an invoice number that a live order has */
async function findExisting(
  orders: OrderStore,
  accountId: AccountId,
  { externalOrderId, invoiceNumber, requestKey }: NewOrder,
): Promise<Order | undefined> {
  const existing =
    externalOrderId === undefined ? undefined : await orders.findLive(accountId, externalOrderId);
  if (existing || invoiceNumber === undefined) return existing;
  return findOwn(orders, accountId, invoiceNumber, requestKey);
}

/** What the same request made before its answer was lost. @throws DomainError `already_exists` for another's */
async function findOwn(
  orders: OrderStore,
  accountId: AccountId,
  invoiceNumber: string,
  requestKey: string | undefined,
): Promise<Order | undefined> {
  const order = await orders.findByInvoice(accountId, invoiceNumber);
  if (order && !isMadeBy(order, requestKey)) throw invoiceNumberTaken(invoiceNumber);
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
  accountId: AccountId,
  { recipient }: NewOrder,
): Promise<Recipient> {
  if (recipient.kind === 'contact') {
    const { shipTo, byEmail } = recipient;
    const { contact, created } = await customers.resolveContact(accountId, shipTo, byEmail);
    const { email, phone } = byEmail ? shipTo : contact.address;
    return { contact, recipient: { ...shipTo, email, phone }, contactCreated: created };
  }
  const contact = await customers.find(accountId, recipient.customerId);
  if (contact)
    return { contact, recipient: recipient.kind === 'attached' ? recipient.shipTo : contact.address };
  const message = `Customer ${recipient.customerId} was not found in this account.`;
  throw DomainError.text('not_found', message, { field: 'customer_id' });
}

async function draft(
  { ids, clock, random }: PlacingDependencies,
  accountId: AccountId,
  { items, amounts, weightOz, externalOrderId, invoiceNumber, requestKey, note, date }: NewOrder,
  customerId: number,
  recipient: Address,
): Promise<Order> {
  const itemIds = await ids.takeItemIds(items.length);
  const now = clock.now();
  return {
    accountId,
    orderId: await ids.nextOrderId(),
    version: 1,
    orderNumber: drawOrderNumber(random),
    status: 'ChooseShipping',
    date: date ?? now,
    customerId,
    recipient,
    addressVersion: 1,
    items: items.map((item, index) => ({ itemId: itemIds[index] as number, ...item })),
    ...amounts,
    weightOz,
    note,
    externalOrderId,
    invoiceNumber,
    requestKey,
    appliedScans: [],
    labelGeneration: 0,
    createdAt: now,
  };
}

/** A number that is taken is drawn anew; an external id that is taken by a live order means that order. */
async function insert({ orders, random }: PlacingDependencies, first: Order) {
  let order = first;
  for (;;) {
    const outcome = await orders.insert(order);
    if (outcome === 'inserted') return { created: true, saved: order };
    if (outcome === 'order_number_taken') {
      order = { ...order, orderNumber: drawOrderNumber(random) };
      continue;
    }
    if (outcome === 'invoice_number_taken') {
      const own = await findOwn(orders, order.accountId, order.invoiceNumber as string, order.requestKey);
      if (own) return { created: false, saved: own };
      continue;
    }
    const saved = await orders.findLive(order.accountId, order.externalOrderId as string);
    // Canceled in between: its external id is free again.
    if (saved) return { created: false, saved };
  }
}
