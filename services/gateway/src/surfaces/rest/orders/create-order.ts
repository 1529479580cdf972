import type { Order } from '@parcelyard/contracts/orders';
import { z } from 'zod';
import { EXAMPLE_ORDER_INPUT } from '../openapi/example-values';
import { created, defineRoute, ok } from '../route';
import { newOrderSchema, toNewOrder } from './new-order-schema';
import { EXAMPLE_ORDER, orderSchema } from './order-schema';
import { presentOrder } from './present-order';

const createdSchema = z
  .boolean()
  .meta({ description: 'false for an order that was there already, found by externalOrderId.' });

/** @see [REST-O1], [REST-O2] */
export const createOrder = defineRoute({
  operationId: 'createOrder',
  method: 'POST',
  path: '/public/order',
  tag: 'Orders',
  summary: 'Create an order',
  description:
    'The order is ready to ship. 200 answers the live order that already carries the externalOrderId; none is created then.',
  body: newOrderSchema,
  answers: {
    201: z.object({ result: orderSchema, created: createdSchema }),
    200: z.object({ result: orderSchema, created: createdSchema }),
  },
  refusals: {
    404: { description: 'customerId names no customer of this account.', codes: ['not_found'] },
    409: {
      description:
        'A live order has this invoiceNumber already, or this externalOrderId under another invoiceNumber.',
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
