import { z } from 'zod';
import { defineRoute, ok } from '../route';

/** @see REST specification, "Webhook" */
export const deleteWebhook = defineRoute({
  operationId: 'deleteWebhook',
  method: 'DELETE',
  path: '/public/webhook',
  tag: 'Webhook',
  summary: 'Remove the webhook',
  description: 'Nothing is sent any more. The signing secret is kept for the next registration.',
  access: 'bearer',
  answers: { 200: z.object({}) },
  async run(_input, { caller, clients }) {
    await clients.orders.deleteWebhook(caller);
    return ok({});
  },
});
