import type { Parcel } from '@parcelyard/contracts/common';
import type { AddressCheckMessage } from '@parcelyard/contracts/orders';
import type { Rate } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { textOrNull, zonedTimestampOrNull } from '../../../values/nullable';
import { positiveNumber, utcTime } from '../fields';
import { restField } from '../wording';

const side = (name: string) =>
  positiveNumber(`${name} in inches; give all three sides or none.`, { max: 1_000 }).optional();

export const parcelFields = {
  weightOz: positiveNumber('Weight of the packed parcel in ounces.', { max: 100_000 }),
  length: side('Length'),
  width: side('Width'),
  height: side('Height'),
};

type Sides = { length?: unknown; width?: unknown; height?: unknown };

export const toParcel = ({ weightOz, length, width, height }: Parcel): Parcel => ({
  weightOz,
  length,
  width,
  height,
});

/** The rule "all three sides or none" as JSON Schema, for the document. */
export const SIDES_TOGETHER = {
  dependentRequired: {
    length: ['width', 'height'],
    width: ['length', 'height'],
    height: ['length', 'width'],
  },
};

/** An argument for `refine`: all three sides must be given, or none. */
export const sidesTogether = [
  ({ length, width, height }: Sides) =>
    [0, 3].includes([length, width, height].filter((side) => side !== undefined).length),
  {
    path: ['length'] as PropertyKey[],
    error: 'must be given together with width and height: give all three or none',
  },
] as const;

/** True when the carrier sends its bill to the merchant, so that nothing is taken from the balance. */
export const billedByCarrier = z.literal(true).optional().meta({
  description:
    'The carrier bills the postage to your own carrier account, and the postage balance does not pay it. Absent otherwise.',
});

const quoteFields = {
  method: z.string().meta({ description: 'Name of the carrier service.' }),
  serviceLevel: z.string(),
  carrier: z.string(),
  amount: z.number().meta({ description: 'Postage in US dollars.' }),
  billedByCarrier,
  currency: z.string(),
  retailAmount: z.number(),
  charges: z.array(
    z.object({ type: z.string(), name: z.string(), amount: z.number() }).meta({ id: 'Charge' }),
  ),
  deliveryDays: z.int().nullable().meta({ description: 'Working days.' }),
  estimatedDeliveryDate: z.string().meta({ format: 'date' }).nullable(),
  deliveryDateGuaranteed: z.boolean(),
  zone: z.int().nullable(),
  attributes: z.array(z.string()).meta({ description: 'cheapest, fastest, best_value.' }),
  expiresAt: utcTime('Until when the price is valid.').nullable(),
};

/**
 * A price of a quote. A quote cannot be bought.
 * @see [REST-R3]
 */
export const priceSchema = z.object(quoteFields).meta({ id: 'Price' });

export const rateSchema = z.object({ rateId: z.string(), ...quoteFields }).meta({ id: 'Rate' });

/** A carrier that could not answer. The answer still has the rates of the other carriers. */
export const rateErrorSchema = z
  .object({ carrier: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'RateError' });

export const presentPrice = (rate: Rate): z.infer<typeof priceSchema> => ({
  method: rate.method,
  serviceLevel: rate.serviceLevel,
  carrier: rate.carrier,
  amount: toDollars(rate.amountCents),
  ...(rate.billedByCarrier && { billedByCarrier: true }),
  currency: rate.currency,
  retailAmount: toDollars(rate.retailAmountCents),
  charges: rate.charges.map(({ type, name, amountCents }) => ({
    type,
    name,
    amount: toDollars(amountCents),
  })),
  deliveryDays: rate.deliveryDays ?? null,
  estimatedDeliveryDate: textOrNull(rate.estimatedDeliveryDate),
  deliveryDateGuaranteed: rate.deliveryDateGuaranteed,
  zone: rate.zone ?? null,
  attributes: rate.attributes,
  expiresAt: zonedTimestampOrNull(rate.expiresAt),
});

export const presentRate = (rate: Rate): z.infer<typeof rateSchema> => ({
  rateId: rate.rateId,
  ...presentPrice(rate),
});

/** A message about one field of an address. */
export const addressMessageSchema = z
  .object({
    code: z.string(),
    field: z.string().nullable(),
    message: z.string(),
    suggestion: z.string().nullable(),
  })
  .meta({ id: 'AddressMessage' });

export const presentAddressMessage = (
  finding: AddressCheckMessage,
): z.infer<typeof addressMessageSchema> => ({
  ...finding,
  field: textOrNull(restField(finding.field)),
  suggestion: textOrNull(finding.suggestion),
});
