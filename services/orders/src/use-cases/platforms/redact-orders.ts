import { orderRedacted } from '@parcelyard/events/event-type';
import { createOutboxEntry } from '@parcelyard/events/outbox-entry';
import type { OrderStore } from '../../adapters/mongo/order-store';
import type { PrivacyTurn } from '../../adapters/mongo/privacy-store';
import type { Order } from '../../domain/order';
import type { PrivacyRequest } from '../../domain/platforms/privacy-request';
import { keptUntil, redactOrder } from '../../domain/platforms/redact-order';
import { changeOrder } from '../change-order';
import type { OrdersPorts } from '../orders-ports';

export type RedactDependencies = Pick<OrdersPorts, 'orders' | 'customers' | 'clock' | 'failPoint'>;

const PAGE = 200;

/**
 * Removes the personal data from all orders of a privacy request. Also removes the customers of these orders from the
 * address book, except customers who have another order. Data that accounting needs are removed later. After an
 * interruption, a repeated call removes the rest.
 * @throws LeaseLostError
 */
export async function redactOrders(dependencies: RedactDependencies, turn: PrivacyTurn): Promise<void> {
  const { orders, customers, clock, failPoint } = dependencies;
  const { request } = turn;
  const { accountId } = request;
  const now = clock.now();
  const customerIds = new Set(request.customerIds);
  const kept: Date[] = [];
  for await (const page of pagesOf(orders, request)) {
    const until = page.map((order) => keptUntil(order, now));
    kept.push(...until.filter((date) => date !== undefined));
    const ready = page.filter((_, n) => until[n] === undefined);
    for (const { customerId } of ready) if (customerId !== 0) customerIds.add(customerId);
    // Redacted orders no longer name their customers, so the customers' ids are saved first.
    await turn.noteCustomers([...customerIds]);
    for (const order of ready) await redact(orders, order, now);
    failPoint('privacy-page-redacted');
  }
  for (const customerId of customerIds) {
    if (!(await orders.hasOrderOf(accountId, customerId))) await customers.forget(accountId, customerId);
  }
  const dueAt = kept.length === 0 ? undefined : new Date(Math.min(...kept.map(Number)));
  await turn.end({ kept: kept.length, ...(dueAt ? { dueAt } : { doneAt: now }) });
}

/** Redacts one order. Checks the order again as it is now, because a label may have been bought since it was read. */
async function redact(orders: OrderStore, { accountId, orderId }: Order, now: Date): Promise<void> {
  await changeOrder(orders, accountId, orderId, (current) => {
    const fields = keptUntil(current, now) ? undefined : redactOrder(current);
    const envelope = { eventId: `order_redacted:${orderId}`, accountId, occurredAt: now };
    return fields && { fields, events: [createOutboxEntry(orderRedacted, envelope, { accountId, orderId })] };
  });
}

async function* pagesOf(orders: OrderStore, request: PrivacyRequest): AsyncGenerator<Order[]> {
  const { accountId, orderIds, spans } = request;
  if (!spans) {
    yield await orders.getMany(accountId, orderIds);
    return;
  }
  let after: string | undefined;
  do {
    const page = await orders.listBrought(accountId, 'shopify', after, PAGE);
    yield page.orders.filter(({ createdAt }) =>
      spans.some(({ from, to }) => createdAt >= from && createdAt <= to),
    );
    after = page.last;
  } while (after !== undefined);
}
