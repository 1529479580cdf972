import type { Order } from '@parcelyard/contracts/orders';
import { z } from 'zod';
import { EXAMPLE_ORDER_INPUT } from '../openapi/example-values';
import { created, defineRoute, ok } from '../route';
import { newOrderSchema, toNewOrder } from './new-order-schema';
import { EXAMPLE_ORDER, orderSchema } from './order-schema';
import { presentOrder } from './present-order';

const createdSchema = z
  .boolean()
  .meta({ description: 'false if an existing order was found by externalOrderId.' });

/** @see [REST-O1], [REST-O2] */
export const createOrder = defineRoute({
  operationId: 'createOrder',
  method: 'POST',
  path: '/public/order',
  tag: 'Orders',
  summary: 'Create an order',
  description:
    'Creates an order that is ready to ship. If an active order (not canceled or merged) already has the externalOrderId, no order is created, and the answer is 200 with the existing order.',
  body: newOrderSchema,
  answers: {
    201: z.object({ result: orderSchema, created: createdSchema }),
    200: z.object({ result: orderSchema, created: createdSchema }),
  },
  refusals: {
    404: { description: 'The account has no customer with this customerId.', codes: ['not_found'] },
    409: {
      description:
        'An active order already has this invoiceNumber, or it has this externalOrderId but another invoiceNumber.',
      codes: ['invoice_number_taken', 'external_order_id_taken'],
    },
  },
  example: { body: EXAMPLE_ORDER_INPUT, answer: { result: EXAMPLE_ORDER, created: true } },
  async run({ body }, context) {
    const answer = await context.clients.orders.createOrder(context.caller, {
      order: toNewOrder(body, context),
    });
    const result = presentOrder(answer.order as Order, context);
    return answer.created ? created({ result, created: true }) : ok({ result, created: false });
  },
});
