import { type Cents, cents } from '@parcelyard/money/cents';

/** A line of what is inside a parcel, as customs ask for it. */
export interface CustomsItem {
  readonly description: string;
  readonly quantity: number;
  /** Of one piece. */
  readonly unitValue: Cents;
  /** Digits of the Harmonized System, six or more. */
  readonly hsCode?: string | undefined;
  /** ISO 3166-1 alpha-2, of the country where it was made. */
  readonly originCountry?: string | undefined;
}

/** An order without lines still needs a declaration: one line, worth what the order says of its goods. */
export const unlistedGoods = (value: Cents): CustomsItem => ({
  description: 'Merchandise',
  quantity: 1,
  unitValue: value,
});

export const declaredValue = (items: readonly CustomsItem[]): Cents =>
  cents(items.reduce((sum, { quantity, unitValue }) => sum + quantity * unitValue, 0));

/** Where nobody has said where goods were made, the country that they are sent from is declared; a warning says so. */
export const withOrigin = (item: CustomsItem, fromCountry: string): CustomsItem => ({
  ...item,
  originCountry: item.originCountry ?? (fromCountry.trim().toUpperCase() || 'US'),
});

/**
 * The line's share of the parcel's weight, by its pieces, in tenths of an ounce. Rounded down, because the contents
 * must not weigh more than the parcel; at least 0.1, because a line must weigh something.
 */
export function lineWeightOz(
  { quantity }: CustomsItem,
  items: readonly CustomsItem[],
  parcelWeightOz: number,
): number {
  const pieces = items.reduce((sum, each) => sum + each.quantity, 0);
  return Math.max(0.1, Math.floor((parcelWeightOz * quantity * 10) / pieces) / 10);
}
