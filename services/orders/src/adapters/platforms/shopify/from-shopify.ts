import { cents } from '@parcelyard/money/cents';
import { fromDecimal } from '@parcelyard/money/from-decimal';
import type { CustomsFacts } from '../../../domain/items';
import type { ContentFrom, PlatformOrder, PlatformOrderContent } from '../../../domain/platforms/platform';
import { contentRevision } from '../content-revision';
import { requireDollars, UnreadableContent } from '../unreadable-order';
import type { ShopifyLine, ShopifyOrder } from './shopify-shapes';

const GRAMS_AN_OUNCE = 28.349523125;
const PAID = new Set(['AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED']);
const GIVEN_BACK = new Set(['REFUNDED', 'VOIDED', 'EXPIRED']);
/**
 * Every other status, of later versions too, is not for us: held, not due yet, with a fulfillment service, needless.
 */
const FOR_US = new Set(['UNFULFILLED', 'OPEN', 'PARTIALLY_FULFILLED', 'REQUEST_DECLINED']);

/** Customs facts of a line's goods, by the line's id. */
export type CustomsByLine = ReadonlyMap<string, CustomsFacts>;

/** `gid://shopify/Order/450789469` is 450789469 for people and in Shopify's own addresses. */
export const shopifyId = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);

/**
 * Converts a Shopify order with all its lines. Pure.
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
  if (payment && GIVEN_BACK.has(payment)) return 'canceled';
  if (!FOR_US.has(fulfillment)) return 'withheld';
  const paid = !payment || PAID.has(payment);
  const toShip = lines.filter(
    ({ requiresShipping, currentQuantity }) => requiresShipping && currentQuantity > 0,
  );
  if (toShip.length === 0 || !paid) return 'withheld';
  return toShip.some((line) => remaining(line) > 0) ? 'open' : 'shipped';
}

/** How many are still to be sent: neither removed from the order nor fulfilled. */
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
    // The whole order's, even when a part has left already: all of it was ordered and paid.
    subtotalCents: cents(lines.reduce((sum, line) => sum + line.currentQuantity * unitCents(line), 0)),
    shippingCents: amountOf(order.currentShippingPriceSet),
    taxCents: order.currentTotalTaxSet ? amountOf(order.currentTotalTaxSet) : 0,
    discountCents: amountOf(order.currentTotalDiscountsSet),
    totalCents: amountOf(order.currentTotalPriceSet),
    // Shopify's weight is that of the whole order. After a partial shipment, the rest has to be weighed.
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
