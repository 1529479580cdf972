import { z } from 'zod';

/**
 * The name under which an order has our own entry. For each of our labels, the entry has the order's status before and
 * after we added the label.
 */
export const OURS = '_parcelyard_fulfillments';

export const wooMeta = z.array(z.object({ key: z.string(), value: z.unknown() }));

const ours = z
  .array(
    z.object({
      purchaseId: z.string(),
      trackingNumber: z.string(),
      statusBefore: z.string(),
      statusAfter: z.string(),
    }),
  )
  .catch([]);

/** Our labels, read from our entry on the order. */
export const ourLabels = (meta: z.infer<typeof wooMeta>): z.infer<typeof ours> =>
  ours.parse(meta.find(({ key }) => key === OURS)?.value);

/** Ten times as many as we request. A store that returns more does not work correctly. */
const MAX_ROWS = 1_000;

/**
 * The fields of each order that are needed to find the next page. The other fields are checked later, order by order.
 */
export const wooRows = z
  .array(z.looseObject({ id: z.number().int(), date_modified_gmt: z.string() }))
  .max(MAX_ROWS);

export type WooRow = z.infer<typeof wooRows>[number];

/**
 * The body with which WordPress refuses: `{"code":"woocommerce_rest_cannot_view","message":…,"data":{"status":401}}`.
 */
export const wooRefusal = z.object({ code: z.string(), data: z.object({ status: z.number() }) });

/** WooCommerce writes GMT without a zone: `2026-11-21T10:00:00`. */
export const gmt = (text: string): Date => new Date(/[Zz]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
