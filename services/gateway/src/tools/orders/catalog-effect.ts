import type { CatalogEffect } from '@parcelyard/contracts/orders';
import { cents } from '@parcelyard/money/cents';
import { toDollars } from '@parcelyard/money/dollars';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { note } from '../note';
import type { Payload } from '../tool';

export const catalogNotes = {
  unpriced: note<{ name: string; catalogPriceCents: number }>(
    'a line without a price, when the catalog has a price for its product',
    { name: 'Beeswax candle', catalogPriceCents: 1450 },
    ({ name, catalogPriceCents }) =>
      `${name} was given no price, so its price in this order is 0, also for customs. Its price in the catalog is ${formatDollars(cents(catalogPriceCents))}. update_order can set another price.`,
  ),
};

/**
 * Returns what an order's lines changed in the catalog, and what the caller can do about it. Empty when they changed
 * nothing.
 * @param others other warnings of the answer, which are listed first
 */
export function presentCatalogEffect(
  effect: CatalogEffect | undefined,
  others: readonly string[] = [],
): Payload {
  const warnings = [...others, ...(effect?.unpriced ?? []).map(catalogNotes.unpriced)];
  return {
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(effect && effect.changed.length > 0
      ? {
          catalog_changed: effect.changed.map(({ name, fromCents, toCents }) => ({
            name,
            from: fromCents === undefined ? null : toDollars(fromCents),
            to: toDollars(toCents),
          })),
        }
      : {}),
  };
}
