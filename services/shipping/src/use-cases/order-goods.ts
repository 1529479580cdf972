import type { Order } from '@parcelyard/contracts/orders';
import { cents } from '@parcelyard/money/cents';
import type { PostalAddress } from '../domain/address/postal-address';
import { type CustomsItem, unlistedGoods, withOrigin } from '../domain/customs/customs-item';
import { declaresGoods } from '../domain/customs/customs-region';
import { exportCitation, itnNeeded } from '../domain/customs/export-citation';
import { postalAddress } from './postal-address';

/** What is in an order, as its declaration says it; one line for all of it where the order has none. */
export function orderGoods({ items, subtotalCents }: Order): readonly CustomsItem[] {
  if (items.length === 0) return [unlistedGoods(cents(subtotalCents))];
  return items.map(({ name, quantity, priceCents, hsCode, originCountry }) => ({
    description: name,
    quantity,
    unitValue: cents(priceCents),
    ...(hsCode ? { hsCode } : {}),
    ...(originCountry ? { originCountry } : {}),
  }));
}

/** What an order declares on its way from here, its origins filled in; nothing where nothing is declared. */
export function declaredGoods(order: Order, from: PostalAddress): readonly CustomsItem[] {
  if (!declaresGoods(from, postalAddress(order.shipTo))) return [];
  return orderGoods(order).map((item) => withOrigin(item, from.country));
}

/** Why goods like these may not leave without an export filing; undefined when they may. */
export function exportRefusal(
  goods: readonly CustomsItem[],
  from: PostalAddress,
  to: PostalAddress,
  itn: string | undefined,
): string | undefined {
  if (!declaresGoods(from, to) || exportCitation(to, goods, itn) !== undefined) return undefined;
  return `${itnNeeded(goods)} Nothing was charged.`;
}
