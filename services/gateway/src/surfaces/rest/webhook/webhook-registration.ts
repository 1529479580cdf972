import { z } from 'zod';
import { text } from '../fields';
import { EXAMPLE_WEBHOOK } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { presentWebhook, webhookSchema } from './webhook-schema';

/** @see [REST-W2] */
export const getWebhook = defineRoute({
  operationId: 'getWebhook',
  holdsSecret: true,
  method: 'GET',
  path: '/public/webhook',
  tag: 'Webhook',
  summary: 'Get the webhook',
  description:
    'Returns the URL that gets events, and the secret that signs them. If a URL is registered without a secret, a secret is created. If no URL is registered, `url` is null.',
  answers: { 200: z.object({ result: webhookSchema }) },
  example: { answer: { result: EXAMPLE_WEBHOOK } },
  async run(_input, { caller, clients }) {
    return ok({ result: presentWebhook(await clients.orders.getWebhook(caller)) });
  },
});

/** @see [REST-W1] */
export const registerWebhook = defineRoute({
  operationId: 'registerWebhook',
  method: 'POST',
  path: '/public/webhook',
  tag: 'Webhook',
  summary: 'Register the webhook',
  description:
    'An account has one URL; a new URL replaces it. The signing secret stays the same, even if the webhook was removed before.',
  body: z
    .object({
      url: text('Absolute http or https URL on a public host.', { max: 2_048 }).meta({ format: 'uri' }),
    })
    .meta({ id: 'WebhookInput' }),
  answers: { 200: z.object({ result: webhookSchema }) },
  refusals: {
    400: {
      description: '`url` is not an absolute http or https URL on a public host.',
      codes: ['invalid_input'],
    },
  },
  example: { body: { url: EXAMPLE_WEBHOOK.url }, answer: { result: EXAMPLE_WEBHOOK } },
  async run({ body }, { caller, clients }) {
    return ok({ result: presentWebhook(await clients.orders.registerWebhook(caller, body)) });
  },
});

/** @see [REST-W3] */
export const deleteWebhook = defineRoute({
  operationId: 'deleteWebhook',
  method: 'DELETE',
  path: '/public/webhook',
  tag: 'Webhook',
  summary: 'Remove the webhook',
  description:
    'Removes the URL, so that no more events are sent. The signing secret is kept for the next registration.',
  answers: { 200: z.object({}) },
  example: { answer: {} },
  async run(_input, { caller, clients }) {
    await clients.orders.deleteWebhook(caller);
    return ok({});
  },
});
