import type { GetRatesResponse } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { narrowRates } from '../../../operations/narrow-rates';
import { ouncesOf } from '../../../operations/ounces-of';
import { zonedTimestampOrNull } from '../../../values/nullable';
import { amount, calendarDay, flag, optionalText, positiveNumber, recordId, utcTime } from '../fields';
import { EXAMPLE_PACKAGE_ID, EXAMPLE_PRICE, EXAMPLE_RATE_ID } from '../openapi/example-rates';
import { EXAMPLE_ORDER_ID, EXAMPLE_PARCEL } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import {
  addressMessageSchema,
  parcelFields,
  presentAddressMessage,
  presentRate,
  rateErrorSchema,
  rateSchema,
  SIDES_TOGETHER,
  sidesTogether,
  toParcel,
} from './rating-schema';

const optionFields = {
  signatureRequired: flag('Ask for a signature on delivery.'),
  saturdayDelivery: flag('Ask for delivery on Saturday.'),
};

/** Filters of the answer. They change no price. */
const filterFields = {
  deliverBy: calendarDay(
    'Only rates whose estimated delivery date is this day or earlier, YYYY-MM-DD.',
  ).optional(),
  maxAmount: amount('Only rates with at most this postage; 0 means no maximum.').optional(),
  carrier: optionalText('Only rates of this carrier, such as usps.', { max: 50 }),
};

/** JSON Schema for the OpenAPI document: a parcel has either `weightOz` or `weightLb`. */
const ONE_WEIGHT = {
  if: { required: ['weightLb'], properties: { weightLb: {} } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema has the name
  then: { properties: { weightOz: { not: {} } } },
  else: { required: ['weightOz'], properties: { weightOz: {} } },
};

const bodySchema = z
  .object({
    orderId: recordId('Id of the order.'),
    ...parcelFields,
    weightOz: parcelFields.weightOz
      .meta({ description: 'Weight of the packed parcel in ounces. Give weightOz or weightLb.' })
      .optional(),
    weightLb: positiveNumber('Weight in pounds, instead of weightOz.', { max: 6_250 }).optional(),
    ...optionFields,
    ...filterFields,
  })
  .refine(({ weightOz, weightLb }) => weightOz !== undefined || weightLb !== undefined, {
    path: ['weightOz'],
    error: 'is required',
  })
  .refine(({ weightOz, weightLb }) => weightOz === undefined || weightLb === undefined, {
    path: ['weightLb'],
    error: 'must be left out when weightOz is given',
  })
  .refine(...sidesTogether)
  .meta({ id: 'ShippingInfoRequest', ...SIDES_TOGETHER, ...ONE_WEIGHT });

const resultSchema = z
  .object({
    orderId: z.int(),
    packageId: z.string(),
    shipDate: utcTime('When the carrier gets the parcel.').nullable(),
    addressCheck: z
      .object({
        status: z.string(),
        messages: z.array(addressMessageSchema),
      })
      .meta({ id: 'AddressCheck' }),
    rates: z.array(rateSchema),
    leftOut: z.int().optional().meta({
      description:
        'Number of rates that deliverBy, maxAmount and carrier removed; absent without these filters.',
    }),
    errors: z.array(rateErrorSchema),
    insurance: z
      .object({ amount: z.number(), insuredValue: z.number() })
      .meta({
        id: 'RateInsurance',
        description:
          'What the insurance of the account adds to the price of each rate; absent if the insurance is off.',
      })
      .optional(),
    warnings: z.array(z.string()).optional().meta({
      description:
        'Possible problems: whether a label can be bought at all, the weight, and what the label or the customs declaration will show.',
    }),
  })
  .meta({ id: 'ShippingInfoResult' });

/** @see [REST-R4] */
export const shippingInfo = defineRoute({
  operationId: 'shippingInfo',
  method: 'POST',
  path: '/public/shipping-info',
  tag: 'Shipping',
  summary: 'Get the rates of an order',
  description:
    'Returns the rates, cheapest first, and saves the parcel and the address check on the order. For POST /public/purchase-label, keep packageId, and rateId, method and serviceLevel of the chosen rate; they are valid for 24 hours.',
  body: bodySchema,
  answers: {
    200: z.object({
      result: resultSchema,
    }),
  },
  refusals: {
    404: { description: 'The account has no order with this orderId.', codes: ['not_found'] },
    409: { description: 'The order was canceled or merged.', codes: ['wrong_state'] },
  },
  example: {
    body: { orderId: EXAMPLE_ORDER_ID, ...EXAMPLE_PARCEL },
    answer: {
      result: {
        orderId: EXAMPLE_ORDER_ID,
        packageId: EXAMPLE_PACKAGE_ID,
        shipDate: '2026-11-02T15:04:05Z',
        addressCheck: { status: 'verified', messages: [] },
        rates: [{ rateId: EXAMPLE_RATE_ID, ...EXAMPLE_PRICE }],
        errors: [],
      },
    },
  },
  async run({ body }, { caller, clients }) {
    const rated = await clients.shipping.getRates(caller, {
      orderId: body.orderId,
      parcel: toParcel({ ...body, weightOz: body.weightOz ?? ouncesOf(body.weightLb) }),
      signatureRequired: body.signatureRequired ?? false,
      saturdayDelivery: body.saturdayDelivery ?? false,
    });
    return ok({ result: present(rated, narrowRates(rated.rates, body)) });
  },
});

const present = (
  rated: GetRatesResponse,
  { rates, leftOut }: ReturnType<typeof narrowRates>,
): z.infer<typeof resultSchema> => ({
  orderId: rated.orderId,
  packageId: rated.packageId,
  shipDate: zonedTimestampOrNull(rated.shipDate),
  addressCheck: {
    status: rated.addressCheck?.status ?? 'error',
    messages: (rated.addressCheck?.messages ?? []).map(presentAddressMessage),
  },
  rates: rates.map(presentRate),
  ...(leftOut !== undefined && { leftOut }),
  errors: rated.errors,
  ...(rated.cover?.enabled && {
    insurance: {
      amount: toDollars(rated.cover.premiumCents),
      insuredValue: toDollars(rated.cover.insuredValueCents),
    },
  }),
  ...(rated.warnings.length > 0 && { warnings: rated.warnings }),
});
