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
/** Whatever else Shopify says, also in words of later versions: held, not due yet, with a fulfillment service, needless. */
const FOR_US = new Set(['UNFULFILLED', 'OPEN', 'PARTIALLY_FULFILLED', 'REQUEST_DECLINED']);

/** What customs ask of the goods of a line, by the line's id. */
export type CustomsByLine = ReadonlyMap<string, CustomsFacts>;

/** `gid://shopify/Order/450789469` is known to people, and to Shopify's own addresses, as 450789469. */
export const shopifyId = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);

/**
 * A Shopify order with all of its lines in our words. Pure.
 * @throws UnreadableContent
 */
export function fromShopify(
  order: ShopifyOrder,
  lines: readonly ShopifyLine[],
  customs: CustomsByLine = new Map(),
): PlatformOrder {
  const externalId = shopifyId(order.id);
  const state = stateOf(order, lines);
  if (state !== 'open') return { externalId, state, revision: contentRevision({ state }) };
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

/** How many are still to be sent: neither taken off the order, nor fulfilled already. */
const remaining = ({ currentQuantity, unfulfilledQuantity }: ShopifyLine): number =>
  Math.min(currentQuantity, unfulfilledQuantity);

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
    // The order's, also when a part of it has left already: this is what was ordered and paid.
    subtotalCents: cents(lines.reduce((sum, line) => sum + line.currentQuantity * unitCents(line), 0)),
    shippingCents: amountOf(order.currentShippingPriceSet),
    taxCents: order.currentTotalTaxSet ? amountOf(order.currentTotalTaxSet) : 0,
    discountCents: amountOf(order.currentTotalDiscountsSet),
    totalCents: amountOf(order.currentTotalPriceSet),
    // Shopify's weight is that of the whole order. When a part has been shipped, the rest has to be weighed.
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

/** Rounded up at the second decimal, so that nothing weighs nothing. */
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
