import type { Report } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { textOrNull } from '../presentation/text-or-null';

/** Sales tax by month and state, as the tool and the reports page show it. @see decisions, "Reports" */
export function presentTaxReport({ from, to, taxes }: Report) {
  const total = (figure: (row: (typeof taxes)[number]) => number) =>
    taxes.reduce((sum, row) => sum + figure(row), 0);
  return {
    period: { from, to },
    totals: {
      orders: total(({ orders }) => orders),
      taxable: toDollars(total(({ taxableCents }) => taxableCents)),
      tax: toDollars(total(({ taxCents }) => taxCents)),
    },
    months: taxes.map(({ month, state, orders, taxableCents, taxCents }) => ({
      ...{ month, state: textOrNull(state), orders },
      taxable: toDollars(taxableCents),
      tax: toDollars(taxCents),
    })),
  };
}
