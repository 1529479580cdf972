import { z } from 'zod';

const text = z.string().nullish();
/** Amounts are texts, but some plugins write numbers. */
const amount = z.union([z.string(), z.number().transform(String)]);

const address = z.object({
  first_name: text,
  last_name: text,
  company: text,
  address_1: text,
  address_2: text,
  city: text,
  state: text,
  postcode: text,
  country: text,
  phone: text,
  email: text,
});

/** Our own entry on an order: which labels it carries, and which status it had before. */
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

/** Our labels that the order's own entry names. */
export const ourLabels = (meta: z.infer<typeof wooMeta>): z.infer<typeof ours> =>
  ours.parse(meta.find(({ key }) => key === OURS)?.value);

/** What we take of an order, as the WooCommerce REST API v3 describes it. */
export const wooOrder = z.object({
  id: z.number().int(),
  /** The order's number as the shop shows it; plugins may use others than the id. */
  number: z.union([z.string(), z.number().transform(String)]).nullish(),
  status: z.string(),
  currency: z.string(),
  date_created_gmt: z.string().nullish(),
  discount_total: amount,
  shipping_total: amount,
  total_tax: amount,
  total: amount,
  billing: address,
  shipping: address,
  customer_note: text,
  line_items: z.array(
    z.object({
      name: z.string(),
      /** Whole numbers in the published schema, but plugins sell by weight or length. */
      quantity: z.number(),
      /** Of the whole line, before discounts. */
      subtotal: amount,
      sku: text,
    }),
  ),
  /** The shipping methods; none when nothing is shipped, as for downloads. */
  shipping_lines: z.array(z.object({ method_id: text })).nullish(),
  /** Asked for with one order alone: plugins keep much there. */
  meta_data: wooMeta.catch([]).optional(),
});

export type WooOrder = z.infer<typeof wooOrder>;
export type WooLine = WooOrder['line_items'][number];
export type WooAddress = z.infer<typeof address>;

/** Ten times what is requested at a time: no store returns more. */
const MAX_ROWS = 1_000;

/** What every row needs for paging; the rest is checked order by order. */
export const wooRows = z
  .array(z.looseObject({ id: z.number().int(), date_modified_gmt: z.string() }))
  .max(MAX_ROWS);

export type WooRow = z.infer<typeof wooRows>[number];

/** How WordPress refuses: `{"code":"woocommerce_rest_cannot_view","message":…,"data":{"status":401}}`. */
export const wooRefusal = z.object({ code: z.string(), data: z.object({ status: z.number() }) });

/** The requested order fields: stores with many plugins would send hundreds of others. */
export const WOO_FIELDS = [
  'id',
  'number',
  'status',
  'currency',
  'date_created_gmt',
  'date_modified_gmt',
  'discount_total',
  'shipping_total',
  'total_tax',
  'total',
  'billing',
  'shipping',
  'customer_note',
  'line_items',
  'shipping_lines',
].join(',');

/** WooCommerce writes GMT without saying so: `2026-11-21T10:00:00`. */
export const gmt = (text: string): Date => new Date(/[Zz]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
