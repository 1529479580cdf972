import type { WebhookDelivery, WebhookRef } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { samplePayload } from '../../domain/webhooks/payload';
import type { WebhookPorts } from '../../ports';
import { deliveryMessage } from './delivery-log';

/** If the attempt is not recorded after this time, this process must have crashed, and a worker makes the attempt. */
export const TAKEN_OVER_MS = 60_000;

/**
 * Sends a test at once and returns the result. It does not wait for the account's other events.
 * @throws DomainError `failed_precondition` without a URL, or without a secret that can be read
 */
export async function testWebhook(
  { webhooks, deliveries, clock, attempt, absolute }: WebhookPorts,
  request: WebhookRef,
): Promise<WebhookDelivery> {
  const accountId = toAccountId(request.accountId);
  const webhook = await webhooks.find(accountId);
  const { url } = webhook ?? {};
  if (!webhook || url === undefined) throw new DomainError('failed_precondition', 'no_webhook_url', {});
  if (webhook.secretIsLost) throw new DomainError('failed_precondition', 'webhook_secret_lost', {});

  const createdAt = clock.now();
  const dueAt = new Date(createdAt.getTime() + TAKEN_OVER_MS);
  const test = await deliveries.createTest({ accountId, createdAt, dueAt }, (eventId) =>
    JSON.stringify(samplePayload({ eventId, shippedAt: createdAt, absolute })),
  );
  await webhooks.schedule(accountId, dueAt);
  await attempt({ ...webhook, url }, test);
  return deliveryMessage((await deliveries.find(test)) ?? test);
}
