import type { Order } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { pathId } from '../fields';
import { EXAMPLE_ORDER_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { restOrderStatus } from './rest-order-status';

/** @see [REST-O10] */
export const deleteOrder = defineRoute({
  operationId: 'deleteOrder',
  method: 'DELETE',
  path: '/public/order/{id}',
  tag: 'Orders',
  summary: 'Delete an order',
  description:
    'Cancels the order and voids its label, if it has one. If the carrier does not void the label, the order is still canceled: the answer is 200, `labelVoided` is false, and `note` gives the reason. An order that has shipped is refused.',
  params: z.object({ id: pathId('Order', 'Id of the order.') }),
  answers: {
    200: z.object({
      result: z
        .object({
          id: z.int(),
          orderStatus: z.string(),
          labelVoided: z.boolean().meta({
            description:
              'Whether the label was voided by this request or an earlier one; false if the order has no label.',
          }),
          refundStatus: z.string().meta({ description: 'none, pending or refunded.' }),
          refundAmount: z
            .number()
            .meta({ description: 'Amount that is or will be refunded to the postage balance.' }),
          note: z.string().meta({ description: 'What happened to the label and its price.' }),
        })
        .meta({ id: 'DeletedOrder' }),
    }),
  },
  refusals: {
    409: { description: 'The order has shipped, or was merged or refunded.', codes: ['wrong_state'] },
  },
  activity: { action: 'cancel_order', about: ({ params }) => ({ orderId: params.id }) },
  example: {
    params: { id: EXAMPLE_ORDER_ID },
    answer: {
      result: {
        id: EXAMPLE_ORDER_ID,
        orderStatus: 'Canceled',
        labelVoided: true,
        refundStatus: 'pending',
        refundAmount: 6.3,
        note: 'The order is canceled and its label is void. $6.30 will be refunded to the postage balance.',
      },
    },
  },
  async run({ params }, { caller, clients, touched }) {
    const { outcome } = await clients.shipping.cancelOrder(caller, { orderId: params.id, confirm: true });
    if (outcome?.$case !== 'result') throw new Error('Shipping did not return a canceled order.');
    const { order, labelVoided, note, refundStatus, refundAmountCents, refundBegunCents } = outcome.result;
    touched({ amountCents: refundBegunCents });
    const { orderId: id, status } = order as Order;
    const refund = { refundStatus, refundAmount: toDollars(refundAmountCents) };
    return ok({ result: { id, orderStatus: restOrderStatus(status), labelVoided, ...refund, note } });
  },
});
