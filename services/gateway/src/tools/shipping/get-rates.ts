import type { AddressCheck } from '@parcelyard/contracts/orders';
import type { Rate, RateError } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { as, flag, positiveNumber } from '../arguments/fields';
import { orderId } from '../orders/order-id';
import { textOrNull } from '../presentation/text-or-null';
import { zonedTimestampOrNull } from '../presentation/timestamps';
import { defineTool, type Payload } from '../tool';

const SIDES = ['length', 'width', 'height'] as const;
const side = (name: string) =>
  positiveNumber(`${name} in inches, above 0; give all three sides or none.`, { max: 1_000 }).optional();

const input = z
  .object({
    order_id: orderId('Order to rate'),
    weight_oz: positiveNumber(
      'Weight of the packed parcel in ounces, above 0. The saved weight is not used.',
      {
        max: 100_000,
      },
    ),
    length: side('Length'),
    width: side('Width'),
    height: side('Height'),
    signature_required: flag('Ask for a signature on delivery.'),
    saturday_delivery: flag('Ask for delivery on Saturday.'),
  })
  .refine((args) => [0, SIDES.length].includes(givenSides(args).length), {
    ...as('sentence'),
    error: ({ input: args }) =>
      `length, width and height go together: give all three or none; got ${givenSides(args).join(' and ')}.`,
  });

const givenSides = (args: unknown) => SIDES.filter((name) => (args as Payload)[name] !== undefined);

/** @see specification, "get_rates" */
export const getRates = defineTool({
  name: 'get_rates',
  title: 'Get rates',
  description:
    'Carrier rates for an order, cheapest first, in US dollars. Saves the weight and the address check on the order. For buy_label keep package_id and, from one row, rate_id, method and service_level; they expire after 24 hours and hold the values of this call.',
  access: 'Changes data',
  oauth: true,
  saves: 'always',
  hints: { markedReadOnly: true, openWorld: true },
  input,
  async run(args, { caller, clients }) {
    const answer = await clients.shipping.getRates(caller, {
      orderId: args.order_id,
      parcel: { weightOz: args.weight_oz, length: args.length, width: args.width, height: args.height },
      signatureRequired: args.signature_required ?? false,
      saturdayDelivery: args.saturday_delivery ?? false,
    });
    return {
      order_id: answer.orderId,
      package_id: answer.packageId,
      ship_date: zonedTimestampOrNull(answer.shipDate),
      address_check: presentAddressCheck(answer.addressCheck),
      rates: answer.rates.map(presentRate),
      errors: answer.errors.map(presentError),
    };
  },
});

const presentAddressCheck = (check: AddressCheck | undefined): Payload => ({
  status: check?.status ?? 'error',
  messages: (check?.messages ?? []).map(({ code, field, message, suggestion }) => ({
    code,
    field: textOrNull(field),
    message,
    suggestion: textOrNull(suggestion),
  })),
});

const presentRate = (rate: Rate): Payload => ({
  rate_id: rate.rateId,
  method: rate.method,
  service_level: rate.serviceLevel,
  carrier: rate.carrier,
  amount: toDollars(rate.amountCents),
  currency: rate.currency,
  retail_amount: toDollars(rate.retailAmountCents),
  charges: rate.charges.map(({ type, name, amountCents }) => ({
    type,
    name,
    amount: toDollars(amountCents),
  })),
  delivery_days: rate.deliveryDays ?? null,
  estimated_delivery_date: textOrNull(rate.estimatedDeliveryDate),
  delivery_date_guaranteed: rate.deliveryDateGuaranteed,
  zone: rate.zone ?? null,
  attributes: rate.attributes,
  expires_at: zonedTimestampOrNull(rate.expiresAt),
});

const presentError = ({ carrier, code, message }: RateError): Payload => ({ carrier, code, message });
