import type { Parcel } from '@parcelyard/contracts/common';
import type { Cover, Rate } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { textOrNull, zonedTimestampOrNull } from '../../values/nullable';
import { as, optionalPositiveNumber, positiveNumber } from '../arguments/fields';
import type { Payload } from '../tool';

const SIDES = ['length', 'width', 'height'] as const;

const side = (name: string) =>
  optionalPositiveNumber(`${name} in inches, above 0; all three sides or none.`, { max: 1_000 });

export const parcelFields = {
  weight_oz: positiveNumber('Weight of the packed parcel in ounces, above 0.', { max: 100_000 }),
  length: side('Length'),
  width: side('Width'),
  height: side('Height'),
};

/** The arguments of a Zod `refine` which checks that all three sides are given, or none. */
export const sidesTogether = [
  (args: unknown) => [0, SIDES.length].includes(givenSides(args).length),
  {
    ...as('sentence'),
    error: ({ input }: { input?: unknown }) =>
      `length, width and height go together: give all three or none; got ${givenSides(input).join(' and ')}.`,
  },
] as const;

const givenSides = (args: unknown) => SIDES.filter((name) => Boolean((args as Payload)[name]));

interface ParcelArguments {
  weight_oz: number;
  length?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

export const toParcel = ({ weight_oz, length, width, height }: ParcelArguments): Parcel => ({
  weightOz: weight_oz,
  length: length || undefined,
  width: width || undefined,
  height: height || undefined,
});

/** Returns a rate without `rate_id`, because it cannot be bought. */
export const presentQuote = (rate: Rate): Payload => ({
  method: rate.method,
  service_level: rate.serviceLevel,
  carrier: rate.carrier,
  amount: toDollars(rate.amountCents),
  ...(rate.billedByCarrier && { billed_by_carrier: true }),
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

export const presentRate = (rate: Rate): Payload => ({ rate_id: rate.rateId, ...presentQuote(rate) });

/** Returns what insurance adds to the price of any rate. */
export const presentCover = ({ premiumCents, insuredValueCents }: Cover): Payload => ({
  amount: toDollars(premiumCents),
  insured_value: toDollars(insuredValueCents),
});
