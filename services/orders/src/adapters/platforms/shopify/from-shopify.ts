import { fromDecimal } from '@parcelyard/money/from-decimal';
import type { PlatformOrder, PlatformOrderContent } from '../../../domain/platforms/platform';
import { contentRevision } from '../content-revision';
import { requireDollars, UnreadableContent } from '../unreadable-order';
import type { ShopifyLine, ShopifyOrder } from './shopify-shapes';

const GRAMS_AN_OUNCE = 28.349523125;
const PAID = new Set(['AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED']);
const GIVEN_BACK = new Set(['REFUNDED', 'VOIDED', 'EXPIRED']);
const DONE = new Set(['FULFILLED', 'RESTOCKED']);

/** `gid://shopify/Order/450789469` is known to people, and to Shopify's own addresses, as 450789469. */
export const shopifyId = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);

/**
 * A Shopify order with all of its lines in our words. Pure.
 * @throws UnreadableContent
 */
export function fromShopify(order: ShopifyOrder, lines: readonly ShopifyLine[]): PlatformOrder {
  const externalId = shopifyId(order.id);
  const state = stateOf(order, lines);
  if (state !== 'open') return { externalId, state, revision: contentRevision({ state }) };
  const content = contentOf(order, lines);
  const number = order.name?.trim() || undefined;
  return { externalId, state, number, order: content, revision: contentRevision({ state, order: content }) };
}

function stateOf(order: ShopifyOrder, lines: readonly ShopifyLine[]): PlatformOrder['state'] {
  const { cancelledAt, displayFinancialStatus: payment, displayFulfillmentStatus: fulfillment } = order;
  if (cancelledAt) return 'canceled';
  if (DONE.has(fulfillment)) return 'withheld';
  if (payment && GIVEN_BACK.has(payment)) return 'canceled';
  const toShip = lines.some(
    ({ requiresShipping, currentQuantity }) => requiresShipping && currentQuantity > 0,
  );
  const paid = !payment || PAID.has(payment);
  return toShip && paid ? 'open' : 'withheld';
}

function contentOf(order: ShopifyOrder, lines: readonly ShopifyLine[]): PlatformOrderContent {
  requireDollars(order.currencyCode);
  return {
    date: new Date(order.createdAt),
    recipient: recipientOf(order),
    items: lines
      .filter(({ currentQuantity }) => currentQuantity > 0)
      .map(({ name, sku, currentQuantity, originalUnitPriceSet }) => ({
        name,
        quantity: currentQuantity,
        priceCents: amountOf(originalUnitPriceSet),
        ...(sku ? { sku } : {}),
      })),
    shippingCents: amountOf(order.currentShippingPriceSet),
    taxCents: order.currentTotalTaxSet ? amountOf(order.currentTotalTaxSet) : 0,
    discountCents: amountOf(order.currentTotalDiscountsSet),
    totalCents: amountOf(order.currentTotalPriceSet),
    ...(order.currentTotalWeight ? { weightOz: ounces(order.currentTotalWeight) } : {}),
    note: order.note ?? '',
  };
}

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
