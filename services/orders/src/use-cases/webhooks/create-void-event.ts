import type { AccountId } from '@parcelyard/service-kit/ids';
import type { WebhookEvent } from '@parcelyard/service-kit/webhook-event';
import type { OrderLabel } from '../../domain/order-label';
import type { OrdersPorts } from '../orders-ports';

type Dependencies = Pick<OrdersPorts, 'webhooks' | 'deliveries' | 'clock'>;

/**
 * Creates the event `label_voided` if the order's event `label_printed` is about the voided label. An order has at most
 * one event of each type. A label that was bought later has no `label_printed` event, so its void has no event, either.
 */
export async function createVoidEvent(
  { webhooks, deliveries, clock }: Dependencies,
  accountId: AccountId,
  orderId: number,
  label: OrderLabel,
): Promise<void> {
  const webhook = await webhooks.find(accountId);
  if (webhook?.url === undefined) return;
  const body = await deliveries.labelEventBody(accountId, orderId);
  if (body === undefined || !isAboutLabel(body, label)) return;
  const now = clock.now();
  const event = { accountId, orderId, eventType: 'label_voided', label, dueAt: now, createdAt: now } as const;
  await deliveries.create(event);
  await webhooks.schedule(accountId, now);
}

const isAboutLabel = (body: string, { trackingNumber }: OrderLabel): boolean =>
  (JSON.parse(body) as WebhookEvent).Shipment.TrackingNumber === trackingNumber;
