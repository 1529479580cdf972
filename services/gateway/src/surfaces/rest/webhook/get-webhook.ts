import { z } from 'zod';
import { defineRoute, ok } from '../route';
import { presentWebhook, webhookSchema } from './webhook-schema';

/** @see REST specification, "Webhook" */
export const getWebhook = defineRoute({
  operationId: 'getWebhook',
  method: 'GET',
  path: '/public/webhook',
  tag: 'Webhook',
  summary: 'Get the webhook',
  access: 'bearer',
  answers: { 200: z.object({ result: webhookSchema }) },
  async run(_input, { caller, clients }) {
    return ok({ result: presentWebhook(await clients.orders.getWebhook(caller)) });
  },
});
