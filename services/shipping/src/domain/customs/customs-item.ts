import { type Cents, cents } from '@parcelyard/money/cents';

export interface CustomsItem {
  readonly description: string;
  readonly quantity: number;
  /** Value of one piece. */
  readonly unitValue: Cents;
  /** The number of the kind of goods in the Harmonized System, six digits or more. */
  readonly hsCode?: string | undefined;
  /** The country of manufacture, as an ISO 3166-1 alpha-2 code. */
  readonly originCountry?: string | undefined;
}

/** For an order without lines: returns one line with the value of all goods. */
export const unlistedGoods = (value: Cents): CustomsItem => ({
  description: 'Merchandise',
  quantity: 1,
  unitValue: value,
});

export const declaredValue = (items: readonly CustomsItem[]): Cents =>
  cents(items.reduce((sum, { quantity, unitValue }) => sum + quantity * unitValue, 0));

/** If the country of manufacture is unknown, fills in the sender's country. The caller gets a warning. */
export const withOrigin = (item: CustomsItem, fromCountry: string): CustomsItem => ({
  ...item,
  originCountry: item.originCountry ?? (fromCountry.trim().toUpperCase() || 'US'),
});

/**
 * Returns this line's part of the parcel's weight in ounces. The weight is divided by the number of pieces. Each part
 * is rounded down to tenths, so that the goods together are not heavier than the parcel. The least is 0.1.
 */
export function lineWeightOz(
  { quantity }: CustomsItem,
  items: readonly CustomsItem[],
  parcelWeightOz: number,
): number {
  const pieces = items.reduce((sum, each) => sum + each.quantity, 0);
  return Math.max(0.1, Math.floor((parcelWeightOz * quantity * 10) / pieces) / 10);
}
