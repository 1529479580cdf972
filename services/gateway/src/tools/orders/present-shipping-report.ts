import type { Report, SpendRow } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';

/** Spend by month and in all, as the tool and the reports page show it. @see decisions, "Reports" */
export const presentShippingReport = (report: Report) => ({
  period: { from: report.from, to: report.to },
  totals: presentSpend(report.months.reduce(addUp, NOTHING)),
  months: report.months.map((row) => ({ month: row.month, ...presentSpend(row) })),
});

type Spend = Omit<SpendRow, 'month'>;

const NOTHING: Spend = { labels: 0, postageCents: 0, feesCents: 0, insuranceCents: 0, refundsCents: 0 };

const addUp = (sum: Spend, row: Spend): Spend => ({
  labels: sum.labels + row.labels,
  postageCents: sum.postageCents + row.postageCents,
  feesCents: sum.feesCents + row.feesCents,
  insuranceCents: sum.insuranceCents + row.insuranceCents,
  refundsCents: sum.refundsCents + row.refundsCents,
});

function presentSpend({ labels, postageCents, feesCents, insuranceCents, refundsCents }: Spend) {
  const paid = postageCents + feesCents + insuranceCents;
  return {
    labels,
    postage: toDollars(postageCents),
    fees: toDollars(feesCents),
    insurance: toDollars(insuranceCents),
    refunds: toDollars(refundsCents),
    net: toDollars(paid - refundsCents),
    average_cost: labels === 0 ? null : toDollars(Math.round(paid / labels)),
  };
}
