import { z } from 'zod';
import { text } from '../fields';
import { defineRoute, ok } from '../route';
import { presentWebhook, webhookSchema } from './webhook-schema';

/** @see REST specification, "Webhook" */
export const registerWebhook = defineRoute({
  operationId: 'registerWebhook',
  method: 'POST',
  path: '/public/webhook',
  tag: 'Webhook',
  summary: 'Register the webhook',
  description:
    'An account has one URL; registering another replaces it. The signing secret stays the same, also after a removal.',
  access: 'bearer',
  body: z
    .object({
      url: text('Absolute http or https URL on a public host.', { max: 2_048 }).meta({ format: 'uri' }),
    })
    .meta({ id: 'WebhookInput' }),
  answers: { 200: z.object({ result: webhookSchema }) },
  refusals: { 400: { description: '`url` is no absolute http or https URL on a public host.' } },
  async run({ body }, { caller, clients }) {
    return ok({ result: presentWebhook(await clients.orders.registerWebhook(caller, body)) });
  },
});
