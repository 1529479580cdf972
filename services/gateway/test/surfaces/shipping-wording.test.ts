import { mcpSentence } from '@parcelyard/gateway/surfaces/mcp/wording';
import { restSentence } from '@parcelyard/gateway/surfaces/rest/wording';
import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';

const RATE_AGAIN = 'Call get_rates again and use its values.';
const RATE_AGAIN_REST = 'Call POST /public/shipping-info again and use its values.';

const row = <R extends Reason>(
  reason: R,
  params: ReasonParams<R>,
  field: string | undefined,
  mcp: string,
  rest: string,
) => ({ reason, params, field, mcp, rest });

/** Sentences about purchases that clients may rely on. Both surfaces must use them unchanged. */
it.each([
  row(
    'seal_not_intact',
    {},
    'rate_id',
    `rate_id is not valid: send it exactly as get_rates returned it. ${RATE_AGAIN}`,
    `rateId is not valid: send it exactly as POST /public/shipping-info returned it. ${RATE_AGAIN_REST}`,
  ),
  row(
    'seal_of_another_account',
    {},
    'package_id',
    `package_id was issued to another account. ${RATE_AGAIN}`,
    `packageId was issued to another account. ${RATE_AGAIN_REST}`,
  ),
  row(
    'seal_of_another_order',
    { orderId: 7 },
    'rate_id',
    `rate_id belongs to another order, not to order 7. ${RATE_AGAIN}`,
    `rateId belongs to another order, not to order 7. ${RATE_AGAIN_REST}`,
  ),
  row(
    'seals_of_two_ratings',
    {},
    'package_id',
    `rate_id and package_id come from two different results of get_rates. ${RATE_AGAIN}`,
    `rateId and packageId come from two different results of POST /public/shipping-info. ${RATE_AGAIN_REST}`,
  ),
  row(
    'differs_from_rate',
    { sealed: 'ups_ground', got: 'ups_2' },
    'service_level',
    `service_level must be "ups_ground", as in this rate; got "ups_2". ${RATE_AGAIN}`,
    `serviceLevel must be "ups_ground", as in this rate; got "ups_2". ${RATE_AGAIN_REST}`,
  ),
  row(
    'rate_expired',
    {},
    'rate_id',
    `This rate has expired. ${RATE_AGAIN}`,
    `This rate has expired. ${RATE_AGAIN_REST}`,
  ),
  row(
    'address_changed_since_rating',
    { orderId: 7 },
    'package_id',
    `The address or weight of order 7 has changed since this rate was issued. ${RATE_AGAIN}`,
    `The address or weight of order 7 has changed since this rate was issued. ${RATE_AGAIN_REST}`,
  ),
  row(
    'order_not_ready_to_ship',
    { orderId: 7 },
    undefined,
    'Order 7 is not ready to ship, so no label can be bought for it. Check its status with get_order.',
    'Order 7 is not ready to ship, so no label can be bought for it. Check its status with GET /public/order/{id}.',
  ),
  row(
    'purchase_by_another',
    { orderId: 7 },
    undefined,
    'Another purchase for order 7 is running. Check get_label before you try again.',
    'Another purchase for order 7 is running. Check GET /public/order/{id} before you try again.',
  ),
  row(
    'purchase_unresolved',
    {},
    undefined,
    'The label purchase is unresolved: the carrier or another service gave no answer in time. A label may or may not have been bought, and its price is held until that is known. Check get_label and get_balance in a minute, before you try again.',
    'The label purchase is unresolved: the carrier or another service gave no answer in time, so a label may or may not have been bought, and its price is held until that is known. Check GET /public/order/{id} in a minute, before you try again.',
  ),
  row(
    'purchase_failed',
    { cause: { reason: 'text', params: { text: 'Insufficient balance.' } } },
    undefined,
    'Label purchase failed — Insufficient balance.',
    'Label purchase failed — Insufficient balance.',
  ),
  row(
    'price_above_max_cost',
    { price: '8.95', maxCost: '8.94' },
    'max_cost',
    'The postage of this rate is 8.95, above max_cost 8.94. Nothing was charged. Choose a cheaper row of get_rates, or show the user the price.',
    'The postage of this rate is $8.95, above maxCost $8.94. Nothing was charged.',
  ),
  row(
    'sides_not_together',
    {},
    'height',
    'length, width and height must be given together, in inches, or not at all; height is missing.',
    'length, width and height must be given together, in inches, or not at all; height is missing.',
  ),
  row(
    'not_positive',
    { unit: 'ounces', got: '0' },
    'weight_oz',
    'weight_oz must be more than 0 ounces; got 0.',
    'weightOz must be more than 0 ounces; got 0.',
  ),
  row(
    'zip_not_us',
    { got: '1011' },
    'to_zip',
    'to_zip must be a US ZIP of five digits; got "1011".',
    'toZip must be a US ZIP of five digits; got "1011".',
  ),
])('$reason has the names of each surface', ({ mcp, rest, ...refused }) => {
  expect(mcpSentence(refused)).toBe(mcp);
  expect(restSentence(refused)).toBe(rest);
});

it('an agreement that cannot be accepted has a message with the next step [MCP-S12]', () => {
  const refused = { reason: 'agreement_token_expired', params: {}, field: 'agreement_token' };
  expect(mcpSentence(refused)).toBe(
    'This agreement_token has expired. Call register_carrier without confirm, have the user read and accept the agreement, then confirm with the new agreement_token.',
  );
});
