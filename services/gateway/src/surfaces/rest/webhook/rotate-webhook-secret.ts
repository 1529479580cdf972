import { z } from 'zod';
import { zonedTimestampOrNull } from '../../../values/nullable';
import { utcTime } from '../fields';
import { EXAMPLE_WEBHOOK } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { NO_WEBHOOK, presentWebhook, webhookSchema } from './webhook-schema';

const rotatedSchema = webhookSchema
  .extend({
    previousSecretExpiresAt: utcTime(
      'Until then, deliveries are also signed with the previous secret. null if the previous secret could not be read; deliveries are then signed only with the new secret.',
    ).nullable(),
  })
  .meta({ id: 'RotatedWebhook' });

/** @see [REST-W13] */
export const rotateWebhookSecret = defineRoute({
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: '/public/webhook/rotate-secret',
  tag: 'Webhook',
  summary: 'Rotate the signing secret',
  description:
    'Creates a new signing secret. For 24 hours, every delivery is signed with the new and the previous secret, `X-Ship-Signature: v1=<new>,v1=<old>`, so that receivers can change the secret without losing an event. After a second rotation within 24 hours, deliveries are signed only with the two newest secrets. Send an Idempotency-Key, so that a repeated request does not rotate the secret again.',
  answers: { 200: z.object({ result: rotatedSchema }) },
  refusals: NO_WEBHOOK,
  example: { answer: { result: { ...EXAMPLE_WEBHOOK, previousSecretExpiresAt: '2026-11-03T15:04:05Z' } } },
  activity: { action: 'webhook_secret_rotated', about: () => ({}) },
  async run(_input, { caller, clients }) {
    const webhook = await clients.orders.rotateWebhookSecret(caller);
    const previousSecretExpiresAt = zonedTimestampOrNull(webhook.previousSecretExpiresAt);
    return ok({ result: { ...presentWebhook(webhook), previousSecretExpiresAt } });
  },
});
