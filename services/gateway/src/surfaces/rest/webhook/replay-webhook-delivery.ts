import { z } from 'zod';
import { pathId } from '../fields';
import { EXAMPLE_DELIVERY_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { deliverySchema, EXAMPLE_DELIVERY, presentDelivery } from './delivery-schema';
import { NO_WEBHOOK } from './webhook-schema';

/** @see [REST-W9] */
export const replayWebhookDelivery = defineRoute({
  operationId: 'replayWebhookDelivery',
  method: 'POST',
  path: '/public/webhook/deliveries/{id}/replay',
  tag: 'Webhook',
  summary: 'Send a delivery again',
  description:
    'Sends the same event with the same bytes to the URL that is registered now. A delivery that has ended gets all its attempts again. A delivery that waits for its next attempt is sent immediately.',
  params: z.object({ id: pathId('Webhook delivery', 'Id of the delivery.') }),
  answers: { 200: z.object({ result: deliverySchema }) },
  refusals: NO_WEBHOOK,
  example: {
    params: { id: EXAMPLE_DELIVERY_ID },
    answer: {
      result: {
        ...EXAMPLE_DELIVERY,
        attempt: 0,
        status: 'pending',
        responseCode: null,
        durationMs: null,
        nextAttemptAt: '2026-11-02T16:00:00Z',
      },
    },
  },
  async run({ params }, { caller, clients }) {
    const delivery = await clients.orders.replayWebhookDelivery(caller, { deliveryId: params.id });
    return ok({ result: presentDelivery(delivery) });
  },
});
