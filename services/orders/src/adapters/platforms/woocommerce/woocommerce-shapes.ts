import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OrderMarks } from '../../../domain/platforms/platform';

/**
 * The name of our own entry in an order's `meta_data`. For each of our labels, the entry has the order's status before
 * and after the label was added.
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
const gmt = (text: string): Date => new Date(/[Zz]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);

/** The ids of products and variations that are not shipped, such as lessons. */
export type VirtualProducts = ReadonlySet<number>;

/** The fields of an order that tell it apart from an order of another store. */
export const wooMarks = { order_key: z.string().nullish(), date_created_gmt: z.string().nullish() };

/**
 * WooCommerce gives each order a random key, and offers no way to edit it. Only the key's hash is stored here, because
 * anyone with the key can open the order in the shop.
 */
export const marksOf = ({
  order_key: key,
  date_created_gmt: created,
}: z.infer<z.ZodObject<typeof wooMarks>>): OrderMarks => ({
  mark: key ? createHash('sha256').update(key).digest('base64url').slice(0, MARK_LENGTH) : undefined,
  placedAt: created ? gmt(created) : undefined,
});

const MARK_LENGTH = 22;
