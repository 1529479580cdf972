import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Delivery } from '../../domain/webhooks/delivery';
import type { DeliveryRef, DeliveryStore, WebhookStore } from '../../ports';

interface Dependencies {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  clock: Clock;
  /** Called when something is due at once. */
  wake(): void;
}

/**
 * Sends a delivery once more, the same event with the same bytes.
 * @throws DomainError `not_found` · `failed_precondition` without a URL to send it to
 */
export const replayDelivery =
  ({ webhooks, deliveries, clock, wake }: Dependencies) =>
  async (wanted: DeliveryRef): Promise<Delivery> => {
    const found = await deliveries.find(wanted);
    if (!found) throw notFound(wanted);
    if ((await webhooks.find(found.accountId))?.url === undefined) {
      throw new DomainError('failed_precondition', 'no_webhook_url', {});
    }
    const now = clock.now();
    const replayed = await deliveries.replay(found, now);
    if (!replayed) throw notFound(wanted);
    await webhooks.schedule(found.accountId, now);
    wake();
    return replayed;
  };

const notFound = ({ deliveryId }: DeliveryRef) =>
  new DomainError('not_found', 'delivery_not_found', { deliveryId }, { field: 'delivery_id' });
