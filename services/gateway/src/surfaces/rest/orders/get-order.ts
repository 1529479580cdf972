import { z } from 'zod';
import { pathId } from '../fields';
import { EXAMPLE_ORDER_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { EXAMPLE_ORDER, orderSchema } from './order-schema';
import { presentOrder } from './present-order';

/** @see [REST-O3] */
export const getOrder = defineRoute({
  operationId: 'getOrder',
  method: 'GET',
  path: '/public/order/{id}',
  tag: 'Orders',
  summary: 'Get an order',
  description: 'The order with its shipment; trackingNumber is null until a label is purchased.',
  params: z.object({ id: pathId('Order', 'Id of the order.') }),
  answers: { 200: z.object({ result: orderSchema }) },
  example: { params: { id: EXAMPLE_ORDER_ID }, answer: { result: EXAMPLE_ORDER } },
  async run({ params }, context) {
    const order = await context.clients.orders.getOrder(context.caller, { orderId: params.id });
    return ok({ result: presentOrder(order, context) });
  },
});
