import { labelPrinted } from '@parcelyard/events/label-printed';
import { createOutboxEntry, type OutboxEntry } from '@parcelyard/events/outbox-entry';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Address } from '../domain/address';
import { refusesPrinting } from '../domain/label-printing';
import { type Order, type OrderRow, toRow } from '../domain/order';
import { isPlaceholderEmail } from '../domain/placeholders';
import type { Customers, OrderStore } from '../ports';
import { changeOrder } from './change-order';
import { orderNotFound } from './require-order';
import { withShipTo } from './with-ship-to';

interface Dependencies {
  orders: OrderStore;
  customers: Customers;
  clock: Clock;
}

export interface PrintedLabels {
  orders: OrderRow[];
  recipients: string[];
  skipped: { orderId: number; reason: string }[];
  emailsQueued: number;
  /** Why nobody is written to although the account wants it; otherwise empty. */
  emailsNote: string;
}

const WITHHELD =
  "Customers are not e-mailed: this account's own e-mail address is not verified yet. Its owner opens the link in the mail that was sent to it; the web application sends it again under Settings, Account.";

const MOST_ORDERS = 1_000;

/**
 * Marks bought labels printed and lets each customer be told, when the account wants that. A preview does everything
 * but the marking. An order that cannot be marked is skipped with a reason, so that one never holds up the others.
 */
export const markLabelsPrinted =
  (dependencies: Dependencies) =>
  async (accountId: AccountId, orderIds: readonly number[], confirm: boolean): Promise<PrintedLabels> => {
    const wanted = checked(orderIds);
    const { orders, customers } = dependencies;
    const found = new Map((await orders.getMany(accountId, wanted)).map((order) => [order.orderId, order]));
    const mail = await customers.labelPrintedMail(accountId);
    const emailsNote = mail === 'withheld' ? WITHHELD : '';
    const result: PrintedLabels = { orders: [], recipients: [], skipped: [], emailsQueued: 0, emailsNote };
    for (const orderId of wanted) {
      const order = found.get(orderId as Order['orderId']);
      const reason = order ? refusesPrinting(order) : orderNotFound(orderId);
      if (!order || reason !== undefined) {
        result.skipped.push({ orderId, reason: reason as string });
        continue;
      }
      const { shipTo } = await withShipTo(order, customers);
      const mailTo = mail === 'on' && !isPlaceholderEmail(shipTo.email) ? shipTo : undefined;
      const marked = confirm ? await mark(dependencies, order, mailTo) : order;
      if (typeof marked === 'string') {
        result.skipped.push({ orderId, reason: marked });
        continue;
      }
      result.orders.push(toRow(marked));
      if (mailTo) result.recipients.push(mailTo.email);
    }
    return { ...result, emailsQueued: confirm ? result.recipients.length : 0 };
  };

function checked(orderIds: readonly number[]): number[] {
  const wanted = [...new Set(orderIds)];
  const field = 'order_ids';
  if (wanted.length === 0) throw DomainError.text('invalid_argument', 'order_ids is required.', { field });
  if (wanted.length <= MOST_ORDERS) return wanted;
  throw DomainError.text(
    'invalid_argument',
    `order_ids must name at most ${MOST_ORDERS} orders; it named ${wanted.length}.`,
    { field },
  );
}

/** The marked order, or why it could not be marked any more. */
async function mark({ orders, clock }: Dependencies, looked: Order, mailTo: Address | undefined) {
  let refusal: string | undefined;
  const order = await changeOrder(orders, looked.accountId, looked.orderId, (current) => {
    const sameLabel = current.label?.purchaseId === looked.label?.purchaseId;
    refusal =
      refusesPrinting(current) ??
      (sameLabel ? undefined : `Order ${looked.orderId} got another label meanwhile.`);
    if (refusal !== undefined) return undefined;
    const event = mailTo && printedEvent(current, mailTo, clock.now());
    return { fields: { status: 'LabelPrinted' }, ...(event ? { event } : {}) };
  });
  return refusal ?? order;
}

function printedEvent(order: Order, mailTo: Address, now: Date): OutboxEntry | undefined {
  const { accountId, orderId, orderNumber, label } = order;
  if (!label) return undefined;
  const { purchaseId, carrier, method, trackingNumber, trackingUrl } = label;
  return createOutboxEntry(
    labelPrinted,
    // One a label: marking the same label a second time could send nothing even if the table let it.
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
    },
  );
}
