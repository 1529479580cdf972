import type { RegisterWebhookRequest, Webhook, WebhookRef } from '@parcelyard/contracts/orders';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { WebhookPorts } from '../../ports';
import { WEBHOOK_REMOVED } from './deliver-due';
import { webhookMessage } from './webhook-message';

/** The account's webhook; a URL without a secret gets one. */
export async function getWebhook(
  { webhooks, clock, newSecret }: WebhookPorts,
  request: WebhookRef,
): Promise<Webhook> {
  const accountId = toAccountId(request.accountId);
  const webhook = await webhooks.find(accountId);
  if (webhook?.url === undefined || webhook.signingSecret !== undefined) {
    return webhookMessage(webhook, clock.now());
  }
  return { url: webhook.url, signingSecret: await webhooks.keepSecret(accountId, newSecret()) };
}

/**
 * Registers the account's URL in place of the previous one. The secret stays.
 * @throws DomainError `invalid_argument` with field `url`
 */
export async function registerWebhook(
  { webhooks, urls, clock, newSecret }: WebhookPorts,
  { accountId: account, url }: RegisterWebhookRequest,
): Promise<Webhook> {
  const accountId = toAccountId(account);
  await urls.check(url);
  await webhooks.register(accountId, url, clock.now());
  return { url, signingSecret: await webhooks.keepSecret(accountId, newSecret()) };
}

/** Removes the URL first, so that no turn begins any more, then fails the waiting deliveries. Idempotent. */
export async function deleteWebhook(
  { webhooks, deliveries, clock }: WebhookPorts,
  request: WebhookRef,
): Promise<Record<string, never>> {
  const accountId = toAccountId(request.accountId);
  await webhooks.remove(accountId, clock.now());
  await deliveries.giveUpAll(accountId, WEBHOOK_REMOVED);
  return {};
}
