import type { Address } from '@parcelyard/contracts/common';
import type { MarkLabelsPrintedRequest, MarkLabelsPrintedResponse } from '@parcelyard/contracts/orders';
import { labelPrinted } from '@parcelyard/events/event-type';
import { createOutboxEntry, type OutboxEntry } from '@parcelyard/events/outbox-entry';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import type { Customers } from '../adapters/clients/customers-client';
import { refusesPrinting } from '../domain/change-refusals';
import { type Order, toRow } from '../domain/order';
import { withPrinted } from '../domain/order-label';
import { invalid, problem, refuseTooMany } from '../domain/problem';
import { isPlaceholderEmail } from '../domain/ship-to';
import { changeOrder, orderNotFound } from './change-order';
import { shipToOf } from './order-message';
import type { OrdersPorts } from './orders-ports';
import { writeBackEvent } from './platforms/write-back/write-back-event';

type Ports = Pick<OrdersPorts, 'orders' | 'customers' | 'clock'>;

const MAX_ORDERS = 1_000;
/** How many labels are marked at the same time. Together they need only one update of the account's totals. */
const AT_ONCE = 25;

/**
 * Marks bought labels as printed, and mails each customer if the account wants this. Without `confirm`, only checks
 * what would be done. With `withoutMail`, no customer gets a mail. An order that cannot be marked is skipped, and the
 * answer gives the reason.
 */
export async function markLabelsPrinted(
  ports: Ports,
  { accountId, orderIds: given, confirm, withoutMail = false }: MarkLabelsPrintedRequest,
): Promise<MarkLabelsPrintedResponse> {
  const orderIds = [...new Set(given)];
  if (orderIds.length === 0) throw invalid(problem('order_ids', 'field_required', {}));
  refuseTooMany('order_ids', orderIds.length, MAX_ORDERS);
  const { orders, customers } = ports;
  const [named, mail] = await Promise.all([
    orders.getMany(accountId, orderIds),
    customers.labelPrintedMail(accountId),
  ]);
  const found = new Map(named.map((order) => [order.orderId as number, order]));
  const recipients = mail.state === 'on' && !withoutMail ? await recipientsOf(customers, named) : undefined;
  const hasBounced = (orderId: number) =>
    mail.bounced.has(recipients?.get(orderId)?.email.trim().toLowerCase() ?? '');
  const mailTo = (orderId: number) => (hasBounced(orderId) ? undefined : recipients?.get(orderId));
  const result: MarkLabelsPrintedResponse = {
    orders: [],
    recipients: [],
    bouncedRecipients: [],
    skipped: [],
    emailsQueued: 0,
    emailsWithheld: mail.state === 'withheld' && !withoutMail,
  };
  const markOne = async (orderId: number): Promise<Order | DomainError> => {
    const order = found.get(orderId);
    if (!order) return orderNotFound(orderId);
    const refusal = refusesPrinting(order);
    if (refusal) return refusal;
    return confirm ? mark(ports, order, mailTo(orderId)) : order;
  };
  for (let start = 0; start < orderIds.length; start += AT_ONCE) {
    const chunk = orderIds.slice(start, start + AT_ONCE);
    const marked = await Promise.all(chunk.map(markOne));
    marked.forEach((order, place) => {
      const orderId = chunk[place] as number;
      if (order instanceof DomainError) {
        result.skipped.push({ orderId, failure: toFailure(order) });
        return;
      }
      result.orders.push(toRow(order));
      const recipient = recipients?.get(orderId);
      if (!recipient) return;
      (hasBounced(orderId) ? result.bouncedRecipients : result.recipients).push(recipient.email);
    });
  }
  return { ...result, emailsQueued: confirm ? result.recipients.length : 0 };
}

/** Returns the ship-to address of each order whose customer gets a mail, by order id. */
async function recipientsOf(customers: Customers, orders: readonly Order[]): Promise<Map<number, Address>> {
  const markable = orders.filter((order) => !refusesPrinting(order));
  const shipTos = await Promise.all(
    markable.map(async (order) => [order.orderId as number, await shipToOf(customers, order)] as const),
  );
  return new Map(shipTos.filter(([, { email }]) => !isPlaceholderEmail(email)));
}

/** Marks one order. Returns the marked order, or why it could no longer be marked. */
async function mark(
  { orders, clock }: Ports,
  seen: Order,
  mailTo: Address | undefined,
): Promise<Order | DomainError> {
  const { accountId, orderId } = seen;
  let refusal: DomainError | undefined;
  const decide = (current: Order) => {
    const sameLabel = current.label?.purchaseId === seen.label?.purchaseId;
    refusal = refusesPrinting(current) ?? (sameLabel ? undefined : labelReplaced(orderId));
    if (refusal) return undefined;
    const now = clock.now();
    const mail = mailTo && printedEvent(current, mailTo, now);
    // Some accounts tell the store only when the label is printed, which is now.
    const store = current.storeFulfillment && writeBackEvent(current, now);
    const events = [mail, store].filter((event) => event !== undefined);
    const fields = { status: 'LabelPrinted' as const, boughtLabels: withPrinted(current, now) };
    return { fields, events };
  };
  const order = await changeOrder(orders, accountId, orderId, decide, seen);
  return refusal ?? order;
}

const labelReplaced = (orderId: number): DomainError =>
  new DomainError('conflict', 'label_replaced', { orderId }, { field: 'order_id' }) as DomainError;

function printedEvent(order: Order, mailTo: Address, now: Date): OutboxEntry | undefined {
  const { accountId, orderId, orderNumber, label } = order;
  if (!label) return undefined;
  const { purchaseId, carrier, method, trackingNumber, trackingUrl, postalAddress = '' } = label;
  return createOutboxEntry(
    labelPrinted,
    // The id is the same for the same label, so a repeated call sends no second mail.
    { eventId: `label_printed:${purchaseId}`, accountId, occurredAt: now },
    {
      accountId,
      orderId,
      orderNumber,
      purchaseId,
      recipientName: mailTo.name,
      recipientEmail: mailTo.email,
      carrier,
      method,
      trackingNumber,
      trackingUrl,
      postalAddress,
    },
  );
}
