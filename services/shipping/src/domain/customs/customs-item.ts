import { type Cents, cents } from '@parcelyard/money/cents';

/** One line of a customs declaration. */
export interface CustomsItem {
  readonly description: string;
  readonly quantity: number;
  /** Value of one piece. */
  readonly unitValue: Cents;
  /** Number of the Harmonized System, six digits or more. */
  readonly hsCode?: string | undefined;
  /** ISO 3166-1 alpha-2 code of the country of manufacture. */
  readonly originCountry?: string | undefined;
}

/** Returns the declaration of an order without lines. It has one line with the value of all goods. */
export const unlistedGoods = (value: Cents): CustomsItem => ({
  description: 'Merchandise',
  quantity: 1,
  unitValue: value,
});

export const declaredValue = (items: readonly CustomsItem[]): Cents =>
  cents(items.reduce((sum, { quantity, unitValue }) => sum + quantity * unitValue, 0));

/**
 * If the country of origin is unknown, returns the item with the sender's country. A warning then informs the caller.
 */
export const withOrigin = (item: CustomsItem, fromCountry: string): CustomsItem => ({
  ...item,
  originCountry: item.originCountry ?? (fromCountry.trim().toUpperCase() || 'US'),
});

/**
 * Returns the line's share of the parcel's weight, by number of pieces, in tenths of an ounce. The share is rounded
 * down, so the contents do not weigh more than the parcel. The share is at least 0.1, because a line must have a
 * weight.
 */
export function lineWeightOz(
  { quantity }: CustomsItem,
  items: readonly CustomsItem[],
  parcelWeightOz: number,
): number {
  const pieces = items.reduce((sum, each) => sum + each.quantity, 0);
  return Math.max(0.1, Math.floor((parcelWeightOz * quantity * 10) / pieces) / 10);
}
