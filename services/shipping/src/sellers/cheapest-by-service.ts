import type { CarrierRate } from './carrier-port';

/** Returns the cheapest row of each service. The order of the services stays the same. */
export function cheapestByService<Row>(
  rows: readonly Row[],
  rateOf: (row: Row) => Pick<CarrierRate, 'serviceLevel' | 'amount'>,
): Row[] {
  const best = new Map<string, Row>();
  for (const row of rows) {
    const { serviceLevel, amount } = rateOf(row);
    const known = best.get(serviceLevel);
    if (known === undefined || amount < rateOf(known).amount) best.set(serviceLevel, row);
  }
  return [...best.values()];
}
