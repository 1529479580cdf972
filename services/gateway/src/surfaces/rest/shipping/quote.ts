import { z } from 'zod';
import { flag, optionalText, text } from '../fields';
import { EXAMPLE_PRICE } from '../openapi/example-rates';
import { EXAMPLE_ADDRESS, EXAMPLE_PARCEL } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import {
  parcelFields,
  presentPrice,
  priceSchema,
  rateErrorSchema,
  SIDES_TOGETHER,
  sidesTogether,
  toParcel,
} from './rating-schema';
import { isZipOrBlank, publishedZipRule, US_ZIP_OR_BLANK, zipFitsCountry } from './zip-rule';

const bodySchema = z
  .object({
    toZip: text('Destination ZIP or postal code, as text.', { max: 20 }),
    ...parcelFields,
    toCountry: z
      .string()
      .regex(/^([A-Za-z]{2})?$/, 'must be a two-letter country code')
      .meta({ description: 'Two-letter country code; US if left out.' })
      .optional(),
    toState: optionalText('Destination state or province code; not needed with a US ZIP.', { max: 50 }),
    toCity: optionalText('Destination city; not needed with a US ZIP.', { max: 100 }),
    fromZip: z
      .string()
      .max(20, 'must be at most 20 characters')
      .superRefine(isZipOrBlank)
      .meta({
        description: 'US ZIP to ship from; the ship-from address of the account if left out.',
        ...US_ZIP_OR_BLANK,
      })
      .optional(),
    residential: flag('true for a home, false for a business; true if left out.'),
  })
  .refine(...sidesTogether)
  .superRefine(zipFitsCountry('toZip', 'toCountry'))
  .meta({ id: 'QuoteRequest', ...SIDES_TOGETHER, ...publishedZipRule('toZip', 'toCountry') });

/** @see [REST-R3] */
export const quote = defineRoute({
  operationId: 'quote',
  method: 'POST',
  reads: true,
  path: '/public/quote',
  tag: 'Shipping',
  summary: 'Quote shipping without an order',
  description:
    'Returns the prices of each carrier, cheapest first. Nothing is saved, and no label can be bought with these prices.',
  body: bodySchema,
  answers: {
    200: z.object({
      result: z
        .object({
          rates: z.array(
            z
              .object({
                carrier: z.string(),
                prices: z.array(priceSchema).meta({ description: 'One price for each service level.' }),
              })
              .meta({ id: 'CarrierQuote' }),
          ),
          errors: z.array(rateErrorSchema),
        })
        .meta({ id: 'QuoteResult' }),
    }),
  },
  example: {
    body: { toZip: EXAMPLE_ADDRESS.zip, ...EXAMPLE_PARCEL },
    answer: { result: { rates: [{ carrier: 'usps', prices: [EXAMPLE_PRICE] }], errors: [] } },
  },
  async run({ body }, { caller, clients }) {
    const { rates, errors } = await clients.shipping.quoteShipping(caller, {
      toZip: body.toZip,
      toCountry: body.toCountry ?? '',
      toState: body.toState ?? '',
      toCity: body.toCity ?? '',
      fromZip: body.fromZip ?? '',
      parcel: toParcel(body),
      residential: body.residential,
    });
    const carriers = [...new Set(rates.map(({ carrier }) => carrier))];
    return ok({
      result: {
        rates: carriers.map((carrier) => ({
          carrier,
          prices: rates.filter((rate) => rate.carrier === carrier).map(presentPrice),
        })),
        errors,
      },
    });
  },
});
