import type { RotateWebhookSecretRequest, Webhook } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { PREVIOUS_SECRET_MS } from '../../domain/webhooks/webhook';
import type { WebhookPorts } from '../../ports';
import { webhookMessage } from './webhook-registration';

/**
 * Creates a new signing secret. For a day, events are also signed with the previous secret. Two calls that replace the
 * same secret get the same new secret.
 * @throws DomainError `failed_precondition` without a URL
 */
export async function rotateWebhookSecret(
  { webhooks, clock, newSecret }: WebhookPorts,
  request: RotateWebhookSecretRequest,
): Promise<Webhook> {
  const accountId = toAccountId(request.accountId);
  const now = clock.now();
  const { url } = (await webhooks.find(accountId)) ?? {};
  if (url === undefined) throw new DomainError('failed_precondition', 'no_webhook_url', {});
  const signingSecret = newSecret();
  const until = new Date(now.getTime() + PREVIOUS_SECRET_MS);
  const rotated = await webhooks.rotateSecret(accountId, signingSecret, until, request.replacesSha256);
  if (!rotated) return webhookMessage(await webhooks.find(accountId), now);
  return { url, signingSecret, previousSecretExpiresAt: rotated.previousUntil };
}
