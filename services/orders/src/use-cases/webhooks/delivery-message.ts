import type { WebhookDelivery } from '@parcelyard/contracts/orders';
import type { Delivery } from '../../domain/webhooks/delivery';

/** A row of the delivery log. */
export const deliveryMessage = ({ label, body, dueAt, ...row }: Delivery): WebhookDelivery => ({
  ...row,
  nextAttemptAt: dueAt,
});
