import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { pathId } from '../fields';
import { EXAMPLE_ORDER_ID, EXAMPLE_TRACKING_NUMBER } from '../openapi/example-values';
import { defineRoute, ok } from '../route';

const resultSchema = z
  .object({
    voided: z.boolean().meta({ description: 'false while the carrier has not accepted the void.' }),
    voidPending: z.boolean().meta({
      description:
        'true while the carrier has not answered: the label stays on the order until the carrier accepts the void. Do not use the label.',
    }),
    orderId: z.int(),
    trackingNumber: z.string(),
    carrierAccepted: z.boolean().meta({ description: 'The same value as voided.' }),
    refundStatus: z.string().meta({ description: 'pending or refunded.' }),
    refundAmount: z.number().meta({
      description:
        'Postage and insurance, which are refunded to the postage balance. The pay-as-you-go fee is not refunded.',
    }),
  })
  .meta({ id: 'VoidedLabel' });

/** @see [REST-R5], [MCP-M9] */
export const voidLabel = defineRoute({
  operationId: 'voidLabel',
  method: 'POST',
  path: '/public/order/{id}/void-label',
  tag: 'Shipping',
  summary: 'Void the label of an order',
  description:
    'Asks the carrier to void the label. When the carrier accepts, the order is ready to ship again, and postage and insurance are refunded to the balance. Until then, `voidPending` is true, and a repeated request gets the same answer. Takes no body.',
  params: z.object({ id: pathId('Order', 'Id of the order.') }),
  answers: { 200: z.object({ result: resultSchema }) },
  refusals: {
    409: {
      description:
        'The order has no label, its label was voided before, or the carrier has scanned the parcel (`wrong_state`); or the label is still being bought (`conflict_retry`).',
      codes: ['wrong_state', 'conflict_retry'],
    },
    422: {
      description: 'The carrier refused. `error` contains the carrier’s message.',
      codes: ['carrier_refused'],
    },
  },
  activity: { action: 'cancel_shipping_label', about: ({ params }) => ({ orderId: params.id }) },
  example: {
    params: { id: EXAMPLE_ORDER_ID },
    answer: {
      result: {
        voided: true,
        voidPending: false,
        orderId: EXAMPLE_ORDER_ID,
        trackingNumber: EXAMPLE_TRACKING_NUMBER,
        carrierAccepted: true,
        refundStatus: 'refunded',
        refundAmount: 6.3,
      },
    },
  },
  async run({ params }, { caller, clients, touched }) {
    const { outcome } = await clients.shipping.voidLabel(caller, { orderId: params.id, confirm: true });
    if (outcome?.$case !== 'result') throw new Error('Shipping did not return a void.');
    const { trackingNumber, carrierAccepted, refundStatus, refundAmountCents, begunNow } = outcome.result;
    touched({ amountCents: begunNow ? refundAmountCents : 0 });
    const state = { voided: carrierAccepted, voidPending: !carrierAccepted };
    const refund = { refundStatus, refundAmount: toDollars(refundAmountCents) };
    return ok({ result: { ...state, orderId: params.id, trackingNumber, carrierAccepted, ...refund } });
  },
});
