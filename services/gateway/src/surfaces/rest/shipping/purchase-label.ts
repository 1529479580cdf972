import { z } from 'zod';
import { buyRatedLabel } from '../../../operations/buy-rated-label';
import { amount, link, optionalText, recordId, text, utcTime } from '../fields';
import {
  EXAMPLE_PACKAGE_ID,
  EXAMPLE_PRICE,
  EXAMPLE_PURCHASE,
  EXAMPLE_RATE_ID,
} from '../openapi/example-rates';
import { EXAMPLE_ORDER_ID } from '../openapi/example-values';
import { type DocumentedRefusal, defineRoute, ok, type RefusalStatus } from '../route';
import { presentPurchase, purchasedLabelSchema } from './purchased-label';

/** Refusals that any purchase may get because of the balance or the carrier. */
export const PURCHASE_REFUSALS = {
  402: {
    description: 'The postage balance does not cover the charge, or could not be recharged.',
    codes: ['insufficient_balance', 'payment_declined'],
  },
  403: {
    description:
      'The plan allows no more shipments this month, a spending limit of the owner is reached, or the owner must approve the price at approvalUrl. After the approval, repeat the request, with the same Idempotency-Key if it had one.',
    codes: ['limit_reached', 'approval_needed', 'approval_denied'],
    members: z.object({
      approvalUrl: link('Page where the owner approves or denies the purchase.').optional(),
      approvalExpiresAt: utcTime('Until when the owner can answer.').optional(),
    }),
  },
  422: {
    description: 'The carrier refused. `error` contains the carrier’s message.',
    codes: ['carrier_refused'],
  },
} as const satisfies Partial<Record<RefusalStatus, DocumentedRefusal>>;

/** @see [REST-R4] */
export const purchaseLabel = defineRoute({
  operationId: 'purchaseLabel',
  method: 'POST',
  path: '/public/purchase-label',
  tag: 'Shipping',
  summary: 'Purchase a label',
  description:
    'Buys the label of a rated order at the price in rateId and charges the postage balance. If the order already has a label, that label is returned and nothing is charged.',
  body: z
    .object({
      orderId: recordId('Id of the order.'),
      rateId: text('rateId of the chosen rate, unchanged.', { max: 8_000 }),
      packageId: text('packageId of the answer that contains the rate, unchanged.', { max: 8_000 }),
      method: text('method of the chosen rate.', { max: 200 }),
      serviceLevel: text('serviceLevel of the chosen rate.', { max: 200 }),
      maxCost: amount(
        'The most that the postage alone may cost. A higher price is refused, and nothing is charged.',
      ).optional(),
      maxCharge: amount(
        'The most that postage, insurance and fee may cost together. A higher sum is refused, and nothing is charged.',
      ).optional(),
      itn: optionalText(
        'Internal Transaction Number of the export filing, X and 14 digits. Required for a label to another country if goods of one kind are worth more than 2,500 dollars.',
        { max: 30 },
      ),
    })
    .meta({ id: 'PurchaseLabelRequest' }),
  answers: { 200: z.object({ result: purchasedLabelSchema }) },
  refusals: {
    ...PURCHASE_REFUSALS,
    404: { description: 'The account has no order with this orderId.', codes: ['not_found'] },
    409: {
      description:
        'The rate is no longer valid for the order, the state of the order allows no purchase, or the price is above maxCost or maxCharge.',
      codes: ['rate_outdated', 'wrong_state', 'max_cost_exceeded', 'max_charge_exceeded'],
    },
  },
  activity: { action: 'buy_label', about: ({ body }) => ({ orderId: body.orderId }) },
  example: {
    body: {
      orderId: EXAMPLE_ORDER_ID,
      rateId: EXAMPLE_RATE_ID,
      packageId: EXAMPLE_PACKAGE_ID,
      method: EXAMPLE_PRICE.method,
      serviceLevel: EXAMPLE_PRICE.serviceLevel,
      maxCharge: 20,
    },
    answer: { result: EXAMPLE_PURCHASE },
  },
  async run({ body }, context) {
    const outcome = await buyRatedLabel(context, { ...body, itn: body.itn || undefined, confirm: true });
    if (outcome.$case !== 'result') throw new Error('Shipping did not return a purchase.');
    return ok({ result: presentPurchase(body.orderId, outcome.result, context) });
  },
});
