import { z } from 'zod';
import { utcTime } from '../fields';

const quoteFields = {
  method: z.string().meta({ description: 'Carrier service as people know it.' }),
  serviceLevel: z.string(),
  carrier: z.string(),
  amount: z.number().meta({ description: 'Postage in US dollars.' }),
  currency: z.string(),
  retailAmount: z.number(),
  charges: z.array(
    z.object({ type: z.string(), name: z.string(), amount: z.number() }).meta({ id: 'Charge' }),
  ),
  deliveryDays: z.int().nullable(),
  estimatedDeliveryDate: z.string().meta({ format: 'date' }).nullable(),
  deliveryDateGuaranteed: z.boolean(),
  zone: z.int().nullable(),
  attributes: z.array(z.string()).meta({ description: 'cheapest, fastest, best_value.' }),
  expiresAt: utcTime('Until when the price holds.').nullable(),
};

/** A price of a quote: nothing can be bought from it. @see decisions, "Rate row" */
export const priceSchema = z.object(quoteFields).meta({ id: 'Price' });

/** A rate of an order. */
export const rateSchema = z.object({ rateId: z.string(), ...quoteFields }).meta({ id: 'Rate' });

/** One carrier that could not answer; it never hides the others. */
export const rateErrorSchema = z
  .object({ carrier: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'RateError' });
