import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { DeliveryStore, WebhookStore } from '../../ports';
import { WEBHOOK_REMOVED } from './deliver-due';

interface Dependencies {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  clock: Clock;
}

/** Takes the URL away first, so that no turn begins any more, then fails what waits. Idempotent. */
export const deleteWebhook =
  ({ webhooks, deliveries, clock }: Dependencies) =>
  async (accountId: AccountId): Promise<void> => {
    await webhooks.remove(accountId, clock.now());
    await deliveries.giveUpAll(accountId, WEBHOOK_REMOVED);
  };
