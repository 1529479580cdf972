import type { OrderLabel } from '@parcelyard/contracts/orders';
import type { BuyLabelResult } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { NOTHING_CHARGED, totalDollars } from '../../../operations/buy-rated-label';
import { linkOrNull, textOrNull } from '../../../values/nullable';
import { link } from '../fields';
import type { RestContext } from '../route';
import { billedByCarrier } from './rating-schema';

export const purchasedLabelSchema = z
  .object({
    purchased: z.literal(true),
    orderId: z.int(),
    labelUrl: link('The label to print.').nullable(),
    trackingNumber: z.string().nullable(),
    trackingUrl: link('Page where the parcel can be tracked.').nullable(),
    formUrl: link('The customs form to print.').optional(),
    receiptUrl: link('The receipt.').optional(),
    carrier: z.string(),
    method: z.string(),
    serviceLevel: z.string(),
    estimatedDeliveryDate: z
      .string()
      .nullable()
      .meta({ description: 'YYYY-MM-DD, from the purchased rate.' }),
    postage: z.number(),
    billedByCarrier,
    insurance: z.number(),
    fee: z.number(),
    totalCharge: z.number().meta({
      description:
        'Total price of the label. A repeated request charges nothing and returns the amounts of the first request.',
    }),
    note: z.string().optional(),
  })
  .meta({ id: 'PurchasedLabel' });

/** Converts the bought label of an order, or of an order's return, for the answer. */
export function presentPurchase(
  orderId: number,
  result: BuyLabelResult,
  context: Pick<RestContext, 'absolute'>,
): z.infer<typeof purchasedLabelSchema> {
  const label = result.label as OrderLabel;
  const formUrl = linkOrNull(context, label.formUrl);
  const receiptUrl = linkOrNull(context, label.receiptUrl);
  return {
    purchased: true,
    orderId,
    labelUrl: linkOrNull(context, label.labelUrl),
    trackingNumber: textOrNull(label.trackingNumber),
    trackingUrl: linkOrNull(context, label.trackingUrl),
    ...(formUrl !== null && { formUrl }),
    ...(receiptUrl !== null && { receiptUrl }),
    carrier: label.carrier,
    method: label.method,
    serviceLevel: label.serviceLevel,
    estimatedDeliveryDate: textOrNull(label.estimatedDeliveryDate),
    postage: toDollars(result.postageCents),
    ...(label.billedByCarrier && { billedByCarrier: true }),
    insurance: toDollars(result.insuranceCents),
    fee: toDollars(result.feeCents),
    totalCharge: totalDollars(result),
    ...(!result.chargedNow && { note: NOTHING_CHARGED }),
  };
}
