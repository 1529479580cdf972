import { z } from 'zod';
import { narrowRates } from '../../operations/narrow-rates';
import { ouncesOf } from '../../operations/ounces-of';
import { shopDay } from '../../operations/shop-day';
import { zonedTimestampOrNull } from '../../values/nullable';
import {
  as,
  dollars,
  flag,
  optionalCalendarDate,
  optionalPositiveNumber,
  optionalText,
} from '../arguments/fields';
import { orderId } from '../arguments/record-ids';
import { presentAddressCheck } from '../orders/present-order';
import { defineTool } from '../tool';
import { parcelFields, presentCover, presentRate, sidesTogether, toParcel } from './rating';

const input = z
  .object({
    order_id: orderId('Order to rate'),
    ...parcelFields,
    weight_oz: optionalPositiveNumber(
      'Weight of the packed parcel in ounces, above 0; the saved weight is not used.',
      { max: 100_000 },
    ),
    weight_lb: optionalPositiveNumber('Weight in pounds instead of weight_oz, above 0.', { max: 6_250 }),
    signature_required: flag('Ask for a signature on delivery.'),
    saturday_delivery: flag('Ask for delivery on Saturday.'),
    return: flag(
      'true: from the customer back to the shop, for an order that was delivered or whose delivery failed.',
    ),
    deliver_by: optionalCalendarDate('Only rates with an estimated delivery by this day, YYYY-MM-DD.'),
    max_amount: dollars('Only rates up to this postage, US dollars.', { max: 1_000_000 }).optional(),
    carrier: optionalText('Only rates of this carrier, such as usps.', { max: 50 }),
  })
  .refine(({ weight_oz, weight_lb }) => weight_oz !== undefined || Boolean(weight_lb), {
    ...as('missing'),
    path: ['weight_oz'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine(({ weight_oz, weight_lb }) => weight_oz !== 0 || Boolean(weight_lb), {
    path: ['weight_oz'],
    error: 'must be greater than 0',
  })
  .refine(({ weight_oz, weight_lb }) => !(weight_oz && weight_lb), {
    ...as('sentence'),
    error: 'Exactly one of weight_oz or weight_lb must be provided; got both.',
  })
  .refine(...sidesTogether);

const RATES =
  'Carrier rates for an order, cheapest first, in US dollars. delivery_days are working days. Saves the weight and the address check on the order.';

/** @see [MCP-S1], [MCP-S2] */
export const getRates = defineTool({
  name: 'get_rates',
  title: 'Get rates',
  description: `${RATES} With return: true, saves nothing, and buy_label then buys the return label. For buy_label, keep package_id and, from one row, rate_id, method and service_level; they expire after 24 hours and contain the values of this call.`,
  appDescription: `${RATES} Labels cannot be bought on this connection: buy_label is offered only on connections with the access token from account settings.`,
  access: 'Changes data',
  offeredToApps: true,
  saves: 'always',
  hints: { markedReadOnly: true, openWorld: true },
  input,
  async run(args, context) {
    const { caller, clients } = context;
    const answer = await clients.shipping.getRates(caller, {
      orderId: args.order_id,
      parcel: toParcel({ ...args, weight_oz: args.weight_oz || ouncesOf(args.weight_lb) }),
      signatureRequired: args.signature_required ?? false,
      saturdayDelivery: args.saturday_delivery ?? false,
      ...(args.return && { forReturn: true }),
    });
    const { deliver_by: deliverBy, max_amount: maxAmount, carrier } = args;
    const { rates, leftOut } = narrowRates(answer.rates, { deliverBy, maxAmount, carrier });
    return {
      order_id: answer.orderId,
      ...(args.return && { return: true }),
      package_id: answer.packageId,
      ship_date: zonedTimestampOrNull(answer.shipDate),
      address_check: presentAddressCheck(answer.addressCheck),
      rates: rates.map(presentRate),
      ...(leftOut === undefined ? {} : { left_out: leftOut }),
      errors: answer.errors,
      ...shopDay(context),
      ...(answer.cover?.enabled && { insurance: presentCover(answer.cover) }),
      ...(answer.warnings.length > 0 && { warnings: answer.warnings }),
    };
  },
});
