import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { DeliveryStore } from '../../adapters/mongo/webhook-delivery-store';
import type { WebhookStore } from '../../adapters/mongo/webhook-store';
import type { OrderLabel } from '../../domain/order-label';

interface Dependencies {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  clock: Clock;
  failPoint: FailPoint;
  /** Milliseconds from the purchase to the first attempt. */
  firstDelayMs: number;
}

/**
 * Creates the event of an order's label when its account has a webhook; an order has one, however often it is labelled.
 * Repeatable: the event is unique, and scheduling again does no harm.
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
