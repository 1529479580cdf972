import { z } from 'zod';
import { buyReturnLabel } from '../../../operations/buy-rated-label';
import { amount, optionalText } from '../fields';
import { EXAMPLE_PURCHASE } from '../openapi/example-rates';
import { EXAMPLE_ORDER_ID } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { PURCHASE_REFUSALS } from '../shipping/purchase-label';
import { presentPurchase, purchasedLabelSchema } from '../shipping/purchased-label';
import { returnParams } from './return-step';

/** @see ADR 130 */
export const purchaseReturnLabel = defineRoute({
  operationId: 'purchaseReturnLabel',
  method: 'POST',
  path: '/public/order/{id}/return/label',
  tag: 'Returns',
  summary: 'Purchase the label of a return',
  description:
    'Buys the label from the customer back to the ship-from address at the current price and charges the postage balance. If the return already has a label, that label is returned and nothing is charged. Both addresses must be in the US. Returns are not insured.',
  params: returnParams,
  body: z
    .object({
      serviceLevel: optionalText(
        'Code of the service, such as usps_ground_advantage; the cheapest service if left out.',
        {
          max: 200,
        },
      ),
      maxCost: amount(
        'The most that the postage alone may cost. A higher price is refused, and nothing is charged.',
      ).optional(),
      maxCharge: amount(
        'The most that postage and fee may cost together. A higher sum is refused, and nothing is charged.',
      ).optional(),
    })
    .meta({ id: 'PurchaseReturnLabelRequest' }),
  answers: { 200: z.object({ result: purchasedLabelSchema }) },
  refusals: {
    ...PURCHASE_REFUSALS,
    409: {
      description:
        'No return of the order waits for a label, no carrier offers the service, or the price is above maxCost or maxCharge.',
      codes: ['wrong_state', 'max_cost_exceeded', 'max_charge_exceeded'],
    },
  },
  activity: { action: 'buy_return_label', about: ({ params }) => ({ orderId: params.id }) },
  example: {
    params: { id: EXAMPLE_ORDER_ID },
    body: { maxCharge: 20 },
    answer: { result: EXAMPLE_PURCHASE },
  },
  async run({ params, body }, context) {
    const wish = { ...body, serviceLevel: body.serviceLevel || undefined };
    const outcome = await buyReturnLabel(context, { ...wish, orderId: params.id, confirm: true });
    if (outcome.$case !== 'result') throw new Error('Shipping did not return a purchase.');
    return ok({ result: presentPurchase(params.id, outcome.result, context) });
  },
});
