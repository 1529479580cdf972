import { type Cents, cents } from '@parcelyard/money/cents';
import { fromDecimal } from '@parcelyard/money/from-decimal';
import { z } from 'zod';
import type { ContentFrom, PlatformOrder, PlatformOrderContent } from '../../../domain/platforms/platform';
import { contentRevision } from '../content-revision';
import { requireDollars, UnreadableContent } from '../unreadable-order';
import type { RefundedPieces } from './woocommerce-refunds';
import { marksOf, ourLabels, type VirtualProducts, wooMarks, wooMeta } from './woocommerce-shapes';

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

/** The fields that we read of an order, as the WooCommerce REST API v3 describes them. */
export const wooOrder = z.object({
  id: z.number().int(),
  /** The order's number as the shop shows it; with plugins, it may differ from the id. */
  number: z.union([z.string(), z.number().transform(String)]).nullish(),
  status: z.string(),
  currency: z.string(),
  ...wooMarks,
  discount_total: amount,
  shipping_total: amount,
  total_tax: amount,
  total: amount,
  billing: address,
  shipping: address,
  customer_note: text,
  line_items: z.array(
    z.object({
      id: z.number().int().optional(),
      name: z.string(),
      /**
       * The published schema has whole numbers. But with plugins, shops sell by weight or length, so a quantity may be
       * a fraction.
       */
      quantity: z.number(),
      /** For the whole line, before discounts. */
      subtotal: amount,
      sku: text,
      product_id: z.number().int().nullish(),
      /** 0 when the product has no variations. */
      variation_id: z.number().int().nullish(),
    }),
  ),
  /** Refunds of money and of pieces. A separate request reads the refunded pieces. */
  refunds: z.array(z.unknown()).nullish(),
  /** The shipping methods. The list is empty when nothing is shipped, as for downloads. */
  shipping_lines: z.array(z.object({ method_id: text })).nullish(),
  /** Requested only for a single order, because plugins store much data in this field. */
  meta_data: wooMeta.catch([]).optional(),
});

type WooOrder = z.infer<typeof wooOrder>;
export type WooLine = WooOrder['line_items'][number];
type WooAddress = z.infer<typeof address>;

/** The fields to request for every order. Without this list, stores with many plugins send hundreds of other fields. */
export const WOO_FIELDS = [
  ...Object.keys(wooOrder.omit({ meta_data: true }).shape),
  'date_modified_gmt',
].join(',');

/**
 * Our state for each status of WooCommerce. An order with any other status, such as one of a plugin, must not be
 * shipped now.
 */
const STATES: Readonly<Record<string, PlatformOrder['state']>> = {
  processing: 'open',
  completed: 'shipped',
  cancelled: 'canceled',
  refunded: 'canceled',
  trash: 'canceled',
};

/**
 * True when the order is to be shipped and has refunds. Some of its pieces may be refunded, so the refunds must be
 * read.
 */
export const mayLackPieces = ({ status, refunds }: WooOrder): boolean =>
  STATES[status] === 'open' && Boolean(refunds?.length);

/**
 * True when the order is to be shipped, but has no shipping method or has refunds. Then it needs shipping only if one
 * of its products that were not refunded is not virtual.
 */
export const maybeNothingToShip = (order: WooOrder): boolean =>
  mayLackPieces(order) ||
  (STATES[order.status] === 'open' && !order.shipping_lines?.length && isGiven(order.shipping));

/** Converts a WooCommerce order. Pure. @throws UnreadableContent */
export function fromWooCommerce(
  order: WooOrder,
  refunded: RefundedPieces = new Map(),
  virtual: VirtualProducts = new Set(),
): PlatformOrder {
  const externalId = String(order.id);
  const marks = marksOf(order);
  const status = STATES[order.status] ?? 'withheld';
  const lines = order.line_items.map((line) => withoutRefunded(line, refunded));
  const isRefunded = refunded.size > 0 && lines.every(({ left }) => left <= 0);
  const isToShip = !isRefunded && needsShipping(order, lines, virtual, refunded.size > 0);
  const state = status === 'open' && !isToShip ? 'withheld' : status;
  if (state !== 'open') {
    const ofLabels = state === 'shipped' ? ourLabels(order.meta_data ?? []) : [];
    return { externalId, state, ...marks, revision: contentRevision({ state }), ofLabels };
  }
  const content = contentOf(order, lines);
  const number = order.number?.trim() || undefined;
  const revision = contentRevision({ state, order: content });
  return { externalId, state, ...marks, number, order: content, revision };
}

/** A line with the number of its pieces that were not refunded. */
type LineLeft = WooLine & { left: number };

/** The difference of two fractions is rounded, because 0.3 - 0.2 is not exactly 0.1 in floating point. */
const withoutRefunded = (line: WooLine, refunded: RefundedPieces): LineLeft => ({
  ...line,
  left: Number((line.quantity - (refunded.get(line.id ?? Number.NaN) ?? 0)).toFixed(6)),
});

function contentOf(order: WooOrder, allLines: readonly LineLeft[]): ContentFrom<'woocommerce'> {
  requireDollars(order.currency);
  const lines = allLines
    .filter(({ left }) => left > 0)
    .map((line) => ({ ...line, lineCents: fromDecimal(line.subtotal) }));
  return {
    date: marksOf(order).placedAt,
    recipient: recipientOf(order),
    items: lines.map(itemOf),
    // The sum of the lines' totals. Three pieces that cost 10.00 together count as 10.00. Three times the rounded price
    // of 3.33 would be 9.99.
    subtotalCents: cents(lines.reduce((sum, line) => sum + costOf(line, line.left), 0)),
    shippingCents: fromDecimal(order.shipping_total),
    taxCents: fromDecimal(order.total_tax),
    discountCents: fromDecimal(order.discount_total),
    totalCents: fromDecimal(order.total),
    note: order.customer_note ?? '',
  };
}

/**
 * Converts a line. A line of 2.5 metres becomes one piece, because parcels and customs declarations have whole pieces.
 */
function itemOf(line: LineLeft & { lineCents: Cents }) {
  const { name, sku, left } = line;
  const rest = sku ? { sku } : {};
  if (!Number.isInteger(left)) {
    return { name: `${name} (${left})`, quantity: 1, priceCents: costOf(line, left), ...rest };
  }
  return { name, quantity: left, priceCents: costOf(line, 1), ...rest };
}

/** Returns the price of some pieces of a line, rounded half up to whole cents. */
const costOf = ({ lineCents, quantity }: { lineCents: Cents; quantity: number }, pieces: number): Cents =>
  cents(Math.floor((2 * lineCents * pieces + quantity) / (2 * quantity)));

/** Shipping methods with which customers collect the order themselves. */
const PICKED_UP: ReadonlySet<string> = new Set(['local_pickup', 'pickup_location']);

/**
 * True when the order must be shipped. An order of virtual products has no shipping method, but may have an address. An
 * order whose pieces to ship were refunded keeps its shipping method.
 */
function needsShipping(
  { shipping, shipping_lines }: WooOrder,
  lines: readonly LineLeft[],
  virtual: VirtualProducts,
  lacksPieces: boolean,
): boolean {
  const methods = shipping_lines ?? [];
  const isAllVirtual = lines.length > 0 && lines.every((line) => isVirtual(line, virtual));
  if (methods.length === 0) return isGiven(shipping) && !isAllVirtual;
  if (lacksPieces && isAllVirtual) return false;
  return methods.some(({ method_id }) => !PICKED_UP.has(method_id ?? ''));
}

const isVirtual = ({ product_id, variation_id, left }: LineLeft, virtual: VirtualProducts): boolean =>
  left <= 0 || virtual.has(variation_id || product_id || 0);

/** Returns the recipient. The billing address is used when the shop ships but does not ask for a shipping address. */
function recipientOf({ shipping, billing }: WooOrder): PlatformOrderContent['recipient'] {
  const address = isGiven(shipping) ? shipping : billing;
  if (!isGiven(address)) throw new UnreadableContent('The order has no shipping address.');
  const given = (text: string | null | undefined) => text?.trim() ?? '';
  const [firstName, lastName] = [given(address.first_name), given(address.last_name)];
  return {
    name: `${firstName} ${lastName}`.trim(),
    firstName,
    lastName,
    company: given(address.company),
    street1: given(address.address_1),
    street2: given(address.address_2),
    street3: '',
    city: given(address.city),
    state: given(address.state),
    zip: given(address.postcode),
    country: given(address.country),
    phone: given(shipping.phone) || given(billing.phone),
    email: given(billing.email),
  };
}

const isGiven = ({ address_1 }: WooAddress): boolean => Boolean(address_1?.trim());
