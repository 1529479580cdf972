import type {
  RegisterWebhookRequest,
  Webhook as WebhookMessage,
  WebhookRef,
} from '@parcelyard/contracts/orders';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { Webhook } from '../../domain/webhooks/webhook';
import type { WebhookPorts } from '../../ports';
import { WEBHOOK_REMOVED } from './deliver-due';

/**
 * Returns the account's webhook. When a URL has no secret, a secret is created. A secret that can no longer be read is
 * left out of the answer.
 */
export async function getWebhook(
  { webhooks, clock, newSecret }: WebhookPorts,
  request: WebhookRef,
): Promise<WebhookMessage> {
  const accountId = toAccountId(request.accountId);
  const webhook = await webhooks.find(accountId);
  if (webhook?.url === undefined || webhook.signingSecret !== undefined || webhook.secretIsLost) {
    return webhookMessage(webhook, clock.now());
  }
  return { url: webhook.url, signingSecret: await webhooks.keepSecret(accountId, newSecret()) };
}

/**
 * Sets the account's URL in place of the previous URL. The secret stays. If it can no longer be read, it is left out of
 * the answer.
 * @throws DomainError `invalid_argument` with field `url`
 */
export async function registerWebhook(
  { webhooks, urls, clock, newSecret }: WebhookPorts,
  { accountId: account, url }: RegisterWebhookRequest,
): Promise<WebhookMessage> {
  const accountId = toAccountId(account);
  await urls.check(url);
  await webhooks.register(accountId, url, clock.now());
  return { url, signingSecret: await webhooks.keepSecret(accountId, newSecret()) };
}

/**
 * Removes the URL first, so that no further event is sent. Then the waiting events fail. A repeated call changes
 * nothing.
 */
export async function deleteWebhook(
  { webhooks, deliveries, clock }: WebhookPorts,
  request: WebhookRef,
): Promise<Record<string, never>> {
  const accountId = toAccountId(request.accountId);
  await webhooks.remove(accountId, clock.now());
  await deliveries.giveUpAll(accountId, WEBHOOK_REMOVED);
  return {};
}

/** Returns the webhook as callers see it. The end of the previous secret is included only if it is after `now`. */
export function webhookMessage(webhook: Webhook | undefined, now: Date): WebhookMessage {
  const { url, signingSecret, previousSecret } = webhook ?? {};
  const isPreviousValid = previousSecret !== undefined && previousSecret.until > now;
  return { url, signingSecret, ...(isPreviousValid && { previousSecretExpiresAt: previousSecret.until }) };
}
