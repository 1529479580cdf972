import type { Webhook, WebhookRef } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { PREVIOUS_SECRET_MS } from '../../domain/webhooks/webhook';
import type { WebhookPorts } from '../../ports';
import { webhookMessage } from './webhook-message';

/**
 * Makes another signing secret; the one before signs along for a day, and one before that no longer. Whoever asks while
 * another does so at the same moment gets the other's.
 * @throws DomainError `failed_precondition` without a URL
 */
export async function rotateWebhookSecret(
  { webhooks, clock, newSecret }: WebhookPorts,
  request: WebhookRef,
): Promise<Webhook> {
  const accountId = toAccountId(request.accountId);
  const now = clock.now();
  const { url } = (await webhooks.find(accountId)) ?? {};
  if (url === undefined) throw new DomainError('failed_precondition', 'no_webhook_url', {});
  const signingSecret = newSecret();
  const until = new Date(now.getTime() + PREVIOUS_SECRET_MS);
  const rotated = await webhooks.rotateSecret(accountId, signingSecret, until);
  if (!rotated) return webhookMessage(await webhooks.find(accountId), now);
  return { url, signingSecret, previousSecretExpiresAt: rotated.previousUntil };
}
