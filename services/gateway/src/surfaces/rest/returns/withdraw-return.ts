import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { withdrawReturn as withdraw } from '../../../operations/withdraw-return';
import { orderStatusLabel } from '../../../values/order-status';
import { EXAMPLE_ORDER_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { returnParams } from './return-step';

const resultSchema = z
  .object({
    orderId: z.int(),
    orderStatus: z.string(),
    refundStatus: z.string().meta({ description: 'none, pending or refunded.' }),
    refundAmount: z.number().meta({
      description:
        'Postage, which is refunded to the postage balance. The pay-as-you-go fee is not refunded.',
    }),
    voidPending: z.boolean().meta({
      description:
        'true while the carrier has not answered the void of the return label. Do not use the label.',
    }),
  })
  .meta({ id: 'WithdrawnReturn' });

/** @see ADR 130 */
export const withdrawReturn = defineRoute({
  operationId: 'withdrawReturn',
  method: 'DELETE',
  path: '/public/order/{id}/return',
  tag: 'Returns',
  summary: 'Withdraw a return',
  description:
    'Voids the return label of an order that waits for its return. When the carrier accepts the void, the status is Return label refunded, and another label may be bought. If there is no return label, the return itself is withdrawn, and the order is delivered again.',
  params: returnParams,
  answers: { 200: z.object({ result: resultSchema }) },
  refusals: {
    409: {
      description:
        'The parcel is on its way back, or there is no return (`wrong_state`); or the return label is still being bought (`conflict_retry`).',
      codes: ['wrong_state', 'conflict_retry'],
    },
    422: {
      description: 'The carrier refused. `error` contains the carrier’s message.',
      codes: ['carrier_refused'],
    },
  },
  activity: { action: 'withdraw_return', about: ({ params }) => ({ orderId: params.id }) },
  example: {
    params: { id: EXAMPLE_ORDER_ID },
    answer: {
      result: {
        orderId: EXAMPLE_ORDER_ID,
        orderStatus: 'Return label refunded',
        refundStatus: 'pending',
        refundAmount: 6.3,
        voidPending: false,
      },
    },
  },
  async run({ params }, context) {
    const { status, refundStatus, refundCents, voidPending } = await withdraw(context, params.id);
    const refundAmount = toDollars(refundCents);
    const orderStatus = orderStatusLabel(status);
    return ok({ result: { orderId: params.id, orderStatus, refundStatus, refundAmount, voidPending } });
  },
});
