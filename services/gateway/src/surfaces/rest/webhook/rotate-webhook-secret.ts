import { z } from 'zod';
import { zonedTimestampOrNull } from '../../../values/nullable';
import { utcTime } from '../fields';
import { EXAMPLE_WEBHOOK } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { NO_WEBHOOK, presentWebhook, webhookSchema } from './webhook-schema';

const rotatedSchema = webhookSchema
  .extend({
    previousSecretExpiresAt: utcTime(
      'Until then the secret before signs along. null when it could no longer be read, and there is only the new one.',
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
    'Makes another signing secret. For 24 hours every delivery is signed with both, `X-Ship-Signature: v1=<new>,v1=<old>`, so that receivers can change over without missing an event. Rotated again within that time, the newest secret and the one before it sign, and no third. Send an Idempotency-Key, so that repeating a request does not rotate once more.',
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
