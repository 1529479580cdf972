import { z } from 'zod';
import { getRates } from '../../../tools/shipping/get-rates';
import { camelized } from '../camelized';
import { recordId, utcTime } from '../fields';
import { defineRoute, ok } from '../route';
import { optionFields, parcelFields, sidesTogether } from './parcel-schema';
import { rateErrorSchema, rateSchema } from './rate-schema';

const bodySchema = z
  .object({ orderId: recordId('Order to rate.'), ...parcelFields, ...optionFields })
  .refine(...sidesTogether)
  .meta({ id: 'ShippingInfoRequest' });

/** @see REST specification, "Rating", and decisions, "REST limits" */
export const shippingInfo = defineRoute({
  operationId: 'shippingInfo',
  method: 'POST',
  path: '/public/shipping-info',
  tag: 'Shipping',
  summary: 'Rates of an order',
  description:
    'Cheapest first. Saves the parcel and the address check on the order. Keep packageId and, of one rate, rateId, method and serviceLevel for POST /public/purchase-label; they hold for 24 hours.',
  access: 'bearer',
  body: bodySchema,
  answers: {
    200: z.object({
      result: z
        .object({
          orderId: z.int(),
          packageId: z.string(),
          shipDate: utcTime('When the parcel is handed over.').nullable(),
          addressCheck: z
            .object({
              status: z.string(),
              messages: z.array(
                z
                  .object({
                    code: z.string(),
                    field: z.string().nullable(),
                    message: z.string(),
                    suggestion: z.string().nullable(),
                  })
                  .meta({ id: 'AddressMessage' }),
              ),
            })
            .meta({ id: 'AddressCheck' }),
          rates: z.array(rateSchema),
          errors: z.array(rateErrorSchema),
          warnings: z.array(z.string()).optional().meta({
            description: 'What the label or the customs declaration will show otherwise than expected.',
          }),
        })
        .meta({ id: 'ShippingInfoResult' }),
    }),
  },
  refusals: {
    404: { description: 'orderId names no order of this account.' },
    409: { description: 'The order has a label, has shipped or was canceled.' },
  },
  async run({ body }, context) {
    const answer = await getRates.run(
      {
        order_id: body.orderId,
        weight_oz: body.weightOz,
        ...{ length: body.length, width: body.width, height: body.height },
        signature_required: body.signatureRequired,
        saturday_delivery: body.saturdayDelivery,
      },
      context,
    );
    return ok({ result: camelized(answer) });
  },
});
