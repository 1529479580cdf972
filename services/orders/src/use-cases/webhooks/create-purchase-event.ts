import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OrderLabel } from '../../domain/order-label';
import type { OrdersPorts } from '../orders-ports';

type Dependencies = Pick<OrdersPorts, 'webhooks' | 'deliveries' | 'clock' | 'failPoint' | 'firstDelayMs'>;

/**
 * Creates the event of an order's label if its account has a webhook. An order has one such event, even if another
 * label is bought later.
 */
export async function createPurchaseEvent(
  { webhooks, deliveries, clock, failPoint, firstDelayMs }: Dependencies,
  accountId: AccountId,
  orderId: number,
  label: OrderLabel,
): Promise<void> {
  const webhook = await webhooks.find(accountId);
  if (webhook?.url === undefined) return;
  const dueAt = new Date(label.purchasedAt.getTime() + firstDelayMs);
  const eventType = 'label_printed';
  const created = { accountId, orderId, eventType, label, dueAt, createdAt: clock.now() } as const;
  const event = await deliveries.create(created);
  failPoint('webhook-created');
  if (event.dueAt) await webhooks.schedule(accountId, event.dueAt);
}
