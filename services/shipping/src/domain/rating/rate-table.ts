import { type Cents, cents } from '@parcelyard/money/cents';
import type { BillableWeight } from './billable-weight';

/** The highest weight of the row, then the price in cents for each zone or region. */
export type RateRow = readonly [upTo: number, ...prices: number[]];

export interface RateTable {
  /** Prices of light parcels by ounces, if the service has such prices. */
  readonly ounceRows?: readonly RateRow[];
  /**
   * Prices by pounds. Between two rows, the price grows evenly. The last row has the highest weight that the service
   * accepts.
   */
  readonly poundRows: readonly RateRow[];
}

/**
 * Returns the price for this weight in a column. Column 0 is the first zone or region. Undefined when the parcel is too
 * heavy for the table.
 */
export function tablePrice(table: RateTable, weight: BillableWeight, column: number): Cents | undefined {
  const { ounces } = weight;
  const ounceRow = ounces === undefined ? undefined : table.ounceRows?.find(([upTo]) => ounces <= upTo);
  if (ounceRow) return priceIn(ounceRow, column);
  const above = table.poundRows.findIndex(([upTo]) => weight.pounds <= upTo);
  const row = table.poundRows[above];
  if (!row) return undefined;
  const below = table.poundRows[above - 1];
  return below ? between(below, row, weight.pounds, column) : priceIn(row, column);
}

function between(below: RateRow, row: RateRow, pounds: number, column: number): Cents {
  const from = priceIn(below, column);
  const difference = priceIn(row, column) - from;
  const span = row[0] - below[0];
  // Rounded up to whole cents.
  return cents(from + Math.floor((difference * (pounds - below[0]) + span - 1) / span));
}

function priceIn(row: RateRow, column: number): Cents {
  const price = row[column + 1];
  if (price === undefined) throw new RangeError(`The rate table has no column ${column}.`);
  return cents(price);
}

/** Returns a part of an amount, rounded to whole cents. 1 basis point is a hundredth of a percent. */
export const shareOf = (amount: Cents, basisPoints: number): Cents =>
  cents(Math.floor((amount * basisPoints + 5_000) / 10_000));
