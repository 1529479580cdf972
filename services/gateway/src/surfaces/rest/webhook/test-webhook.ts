import { z } from 'zod';
import { defineRoute, ok } from '../route';
import { deliverySchema, EXAMPLE_DELIVERY, presentDelivery } from './delivery-schema';

/** @see [REST-W14] */
export const testWebhook = defineRoute({
  operationId: 'testWebhook',
  method: 'POST',
  path: '/public/webhook/test',
  tag: 'Webhook',
  summary: 'Send a test event',
  description:
    'Sends a signed event with sample data, `EventType` `test`, `Id` 0 and its own `EventId`, and waits up to 15 seconds for the answer of the URL. Returns the delivery: `delivered`, or `failed` with `responseCode` and `lastError`. Only one attempt is made. An account may send 60 tests an hour.',
  answers: { 200: z.object({ result: deliverySchema }) },
  refusals: {
    409: {
      description: 'No URL is registered, or the signing secret can no longer be read.',
      codes: ['wrong_state'],
    },
  },
  example: { answer: { result: { ...EXAMPLE_DELIVERY, eventType: 'test', orderId: null } } },
  async run(_input, { caller, clients }) {
    await clients.quotas.take('webhook_tests', { ...caller, account: caller.accountId });
    return ok({ result: presentDelivery(await clients.orders.testWebhook(caller)) });
  },
});
