import { cents } from '@parcelyard/money/cents';
import { fromDecimal } from '@parcelyard/money/from-decimal';
import { z } from 'zod';
import type { CustomsFacts } from '../../../domain/items';
import type { ContentFrom, PlatformOrder, PlatformOrderContent } from '../../../domain/platforms/platform';
import { contentRevision } from '../content-revision';
import { requireDollars, UnreadableContent } from '../unreadable-order';

const text = z.string().nullish();
const money = z.object({ shopMoney: z.object({ amount: z.string() }) });

const shopifyLine = z.object({
  id: z.string(),
  name: z.string(),
  sku: text,
  currentQuantity: z.number().int().min(0),
  /** The part of the ordered quantity that is not fulfilled yet. */
  unfulfilledQuantity: z.number().int().min(0),
  requiresShipping: z.boolean(),
  originalUnitPriceSet: money,
});

export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: text });

export const shopifyLines = z.object({ nodes: z.array(shopifyLine), pageInfo });

/**
 * An order as shopify.dev describes it. orders-query.ts requests every field of this schema. Each field that
 * shopify.dev describes as nullable accepts null.
 */
export const shopifyOrder = z.object({
  id: z.string(),
  /** `#1001`, in the format that the shop's settings define. */
  name: text,
  createdAt: z.iso.datetime({ offset: true }),
  cancelledAt: text,
  displayFinancialStatus: text,
  displayFulfillmentStatus: z.string(),
  currencyCode: z.string(),
  note: text,
  email: text,
  phone: text,
  /** In grams: a 64-bit number, which Shopify writes as text. */
  currentTotalWeight: z.coerce.number().min(0).nullish(),
  currentShippingPriceSet: money,
  currentTotalTaxSet: money.nullish(),
  currentTotalDiscountsSet: money,
  currentTotalPriceSet: money,
  shippingAddress: z
    .object({
      name: text,
      firstName: text,
      lastName: text,
      company: text,
      address1: text,
      address2: text,
      city: text,
      provinceCode: text,
      zip: text,
      countryCodeV2: text,
      phone: text,
    })
    .nullish(),
  lineItems: shopifyLines,
  /** Requested only when a single order is read. */
  fulfillments: z
    .array(z.object({ status: z.string(), trackingInfo: z.array(z.object({ number: text })) }))
    .optional(),
});

export type ShopifyOrder = z.infer<typeof shopifyOrder>;
export type ShopifyLine = z.infer<typeof shopifyLine>;

const GRAMS_AN_OUNCE = 28.349523125;
const PAID = new Set(['AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED']);
const REFUNDED = new Set(['REFUNDED', 'VOIDED', 'EXPIRED']);
/**
 * Only orders with these statuses may be shipped from here. An order with any other status, even one that Shopify adds
 * later, must not be shipped now. Examples: on hold, scheduled, sent to a fulfillment service.
 */
const FULFILLABLE = new Set(['UNFULFILLED', 'OPEN', 'PARTIALLY_FULFILLED', 'REQUEST_DECLINED']);

/** Customs data of a line's goods, by the line's id. */
export type CustomsByLine = ReadonlyMap<string, CustomsFacts>;

/** `gid://shopify/Order/450789469` becomes 450789469, as in Shopify's own addresses. */
export const shopifyId = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);

/**
 * Converts a Shopify order with all its lines.
 * @throws UnreadableContent
 */
export function fromShopify(
  order: ShopifyOrder,
  lines: readonly ShopifyLine[],
  customs: CustomsByLine = new Map(),
): PlatformOrder {
  const externalId = shopifyId(order.id);
  const state = stateOf(order, lines);
  if (state !== 'open') {
    const trackingNumbers = state === 'shipped' ? numbersOf(order) : [];
    return { externalId, state, revision: contentRevision({ state }), trackingNumbers };
  }
  const content = contentOf(order, lines, customs);
  const number = order.name?.trim() || undefined;
  return { externalId, state, number, order: content, revision: contentRevision({ state, order: content }) };
}

function stateOf(order: ShopifyOrder, lines: readonly ShopifyLine[]): PlatformOrder['state'] {
  const { cancelledAt, displayFinancialStatus: payment, displayFulfillmentStatus: fulfillment } = order;
  if (cancelledAt) return 'canceled';
  if (fulfillment === 'FULFILLED') return 'shipped';
  if (payment && REFUNDED.has(payment)) return 'canceled';
  if (!FULFILLABLE.has(fulfillment)) return 'withheld';
  const paid = !payment || PAID.has(payment);
  const toShip = lines.filter(
    ({ requiresShipping, currentQuantity }) => requiresShipping && currentQuantity > 0,
  );
  if (toShip.length === 0 || !paid) return 'withheld';
  return toShip.some((line) => remaining(line) > 0) ? 'open' : 'shipped';
}

/** Returns how many pieces must still be sent: neither removed from the order nor sent already. */
const remaining = ({ currentQuantity, unfulfilledQuantity }: ShopifyLine): number =>
  Math.min(currentQuantity, unfulfilledQuantity);

const numbersOf = ({ fulfillments = [] }: ShopifyOrder): string[] =>
  fulfillments
    .filter(({ status }) => status !== 'CANCELLED')
    .flatMap(({ trackingInfo }) => trackingInfo.flatMap(({ number }) => number ?? []));

function contentOf(
  order: ShopifyOrder,
  lines: readonly ShopifyLine[],
  customs: CustomsByLine,
): ContentFrom<'shopify'> {
  requireDollars(order.currencyCode);
  return {
    date: new Date(order.createdAt),
    recipient: recipientOf(order),
    items: lines
      .filter((line) => remaining(line) > 0)
      .map((line) => ({ ...itemOf(line), ...customs.get(line.id) })),
    // The subtotal is for the whole order, even if a part was sent already, because the buyer has paid for all of it.
    subtotalCents: cents(lines.reduce((sum, line) => sum + line.currentQuantity * unitCents(line), 0)),
    shippingCents: amountOf(order.currentShippingPriceSet),
    taxCents: order.currentTotalTaxSet ? amountOf(order.currentTotalTaxSet) : 0,
    discountCents: amountOf(order.currentTotalDiscountsSet),
    totalCents: amountOf(order.currentTotalPriceSet),
    // Shopify gives the weight of the whole order. If a part was sent already, somebody must weigh the rest.
    weightOz: order.currentTotalWeight && lines.every(isWhole) ? ounces(order.currentTotalWeight) : undefined,
    note: order.note ?? '',
  };
}

const isWhole = (line: ShopifyLine): boolean => remaining(line) === line.currentQuantity;

const unitCents = ({ originalUnitPriceSet }: ShopifyLine) => amountOf(originalUnitPriceSet);

const itemOf = (line: ShopifyLine) => ({
  name: line.name,
  quantity: remaining(line),
  priceCents: unitCents(line),
  ...(line.sku ? { sku: line.sku } : {}),
});

const amountOf = ({ shopMoney }: { shopMoney: { amount: string } }) => fromDecimal(shopMoney.amount);

/** Rounded up at the second decimal, so that no weight becomes 0. */
const ounces = (grams: number): number => Math.ceil((grams / GRAMS_AN_OUNCE) * 100) / 100;

function recipientOf({
  shippingAddress: address,
  email,
  phone,
}: ShopifyOrder): PlatformOrderContent['recipient'] {
  if (!address?.address1) throw new UnreadableContent('The order has no shipping address.');
  const given = (text: string | null | undefined) => text?.trim() ?? '';
  return {
    name: given(address.name),
    firstName: given(address.firstName),
    lastName: given(address.lastName),
    company: given(address.company),
    street1: given(address.address1),
    street2: given(address.address2),
    street3: '',
    city: given(address.city),
    state: given(address.provinceCode),
    zip: given(address.zip),
    country: given(address.countryCodeV2),
    phone: given(address.phone) || given(phone),
    email: given(email),
  };
}
