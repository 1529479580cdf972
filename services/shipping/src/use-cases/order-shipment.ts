import type { Failure } from '@parcelyard/contracts/common';
import type { Order } from '@parcelyard/contracts/orders';
import { cents } from '@parcelyard/money/cents';
import { failure } from '@parcelyard/service-kit/failure';
import { type PostalAddress, postalAddress } from '../domain/address/postal-address';
import { type CustomsItem, unlistedGoods, withOrigin } from '../domain/customs/customs-item';
import { declaresGoods } from '../domain/customs/customs-region';
import { customsWarnings } from '../domain/customs/customs-warnings';
import { exportCitation, itnNeeded } from '../domain/customs/export-citation';
import { labelWarnings } from '../sellers/label-warnings';

/** Returns an order's goods for customs. An order without items has one line with all its goods. */
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

/**
 * Returns what an order declares at customs, with a country of manufacture for each item. Empty when nothing must be
 * declared.
 */
export function declaredGoods(order: Order, from: PostalAddress): readonly CustomsItem[] {
  if (!declaresGoods(from, postalAddress(order.shipTo))) return [];
  return orderGoods(order).map((item) => withOrigin(item, from.country));
}

/** Returns the error when these goods need an export filing and have none. */
export function exportRefusal(
  goods: readonly CustomsItem[],
  from: PostalAddress,
  to: PostalAddress,
  itn: string | undefined,
): Failure | undefined {
  if (!declaresGoods(from, to) || exportCitation(to, goods, itn) !== undefined) return undefined;
  return failure('failed_precondition', 'export_filing_needed', { need: itnNeeded(goods) }, 'itn');
}

/** Returns the shop's numbers of the order. */
export function orderReferences(order: Order): string[] {
  const references = [order.orderNumber, order.externalOrderId, order.invoiceNumber];
  return references.filter((reference) => reference !== undefined && reference !== '') as string[];
}

/** Returns warnings when the label or the customs declaration may differ from what the shop expects. */
export function orderWarnings(order: Order, from: PostalAddress, itn?: string): string[] {
  const to = postalAddress(order.shipTo);
  if (!declaresGoods(from, to)) return labelWarnings(to);
  const listed = order.items.length > 0;
  return [...labelWarnings(to), ...customsWarnings({ to, items: orderGoods(order), listed, itn })];
}
