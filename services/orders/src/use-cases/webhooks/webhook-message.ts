import type { Webhook as WebhookMessage } from '@parcelyard/contracts/orders';
import type { Webhook } from '../../domain/webhooks/webhook';

/** A registration as it is at that moment. */
export function webhookMessage(webhook: Webhook | undefined, now: Date): WebhookMessage {
  const { url, signingSecret, previousSecret } = webhook ?? {};
  const signsAlong = previousSecret !== undefined && previousSecret.until > now;
  return { url, signingSecret, ...(signsAlong && { previousSecretExpiresAt: previousSecret.until }) };
}
