import type { SpendRow, TaxRow, VolumeRow } from '@parcelyard/contracts/orders';
import { requirePlanFeature } from '@parcelyard/service-kit/require-plan-feature';
import type { OperationContext } from './operation-context';

/**
 * Checks that the plan includes business reporting. The gateway does this, because the orders service knows no plans.
 * @throws DomainError permission_denied when the account's plan has no business reporting
 */
export async function requireReporting({
  caller,
  clients,
  serviceName,
}: Pick<OperationContext, 'caller' | 'clients' | 'serviceName'>): Promise<void> {
  requirePlanFeature(await clients.billing.getFeatures(caller), 'businessReporting', serviceName);
}

type ReportContext = Pick<OperationContext, 'caller' | 'clients'>;

/** The first and the last day of a report, in the account's time zone. The defaults differ between reports. */
export interface ReportSpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const NO_SPAN = { from: '', to: '', months: 0, days: 0 };

/** Reads the spend by calendar month, including the current month, and in total. */
export async function readSpendReport({ caller, clients }: ReportContext, months = 6) {
  const report = await clients.orders.getReport(caller, { ...NO_SPAN, months });
  const { from, to, months: rows, pendingRefunds, pendingRefundsCents } = report;
  return {
    from,
    to,
    pendingRefunds,
    pendingRefundsCents,
    totals: withTotals(rows.reduce(add, NOTHING_SPENT)),
    months: rows.map((row) => ({ month: row.month, ...withTotals(row) })),
  };
}

export type SpendReport = Awaited<ReturnType<typeof readSpendReport>>;

type Spend = Omit<SpendRow, 'month'>;

const NOTHING_SPENT: Spend = {
  labels: 0,
  postageCents: 0,
  feesCents: 0,
  insuranceCents: 0,
  refundsCents: 0,
  adjustmentsCents: 0,
};

const add = (sum: Spend, row: Spend): Spend => ({
  labels: sum.labels + row.labels,
  postageCents: sum.postageCents + row.postageCents,
  feesCents: sum.feesCents + row.feesCents,
  insuranceCents: sum.insuranceCents + row.insuranceCents,
  refundsCents: sum.refundsCents + row.refundsCents,
  adjustmentsCents: sum.adjustmentsCents + row.adjustmentsCents,
});

function withTotals({ labels, postageCents, feesCents, insuranceCents, ...later }: Spend) {
  const paid = postageCents + feesCents + insuranceCents;
  return {
    labels,
    postageCents,
    feesCents,
    insuranceCents,
    ...later,
    netCents: paid - later.refundsCents + later.adjustmentsCents,
    averageCents: labels === 0 ? null : Math.round(paid / labels),
  };
}

const TAX_MONTHS = 12;

/** Reads the sales tax by month and destination state, by state alone, and in total. */
export async function readTaxReport({ caller, clients }: ReportContext, { from = '', to = '' }: ReportSpan) {
  const report = await clients.orders.getReport(caller, { from, to, months: TAX_MONTHS, days: 0 });
  const states = new Map<string, Taxes & { state: string }>();
  for (const row of report.taxes) {
    states.set(row.state, { state: row.state, ...addTaxes(states.get(row.state) ?? NO_TAXES, row) });
  }
  return {
    from: report.from,
    to: report.to,
    totals: report.taxes.reduce(addTaxes, NO_TAXES),
    states: [...states.values()].sort((a, b) => (a.state < b.state ? -1 : 1)),
    months: report.taxes,
  };
}

type Taxes = Pick<TaxRow, 'orders' | 'taxableCents' | 'taxCents'>;

const NO_TAXES: Taxes = { orders: 0, taxableCents: 0, taxCents: 0 };

const addTaxes = (sum: Taxes, row: Taxes): Taxes => ({
  orders: sum.orders + row.orders,
  taxableCents: sum.taxableCents + row.taxableCents,
  taxCents: sum.taxCents + row.taxCents,
});

export type TaxReport = Awaited<ReturnType<typeof readTaxReport>>;

const DAY_SECONDS = 86_400;

/** Reads the numbers of labels bought and parcels delivered. */
export async function readVolumeReport(
  { caller, clients }: ReportContext,
  { from = '', to = '', days = 30 }: ReportSpan & { readonly days?: number },
) {
  const report = await clients.orders.getReport(caller, { from, to, months: 0, days });
  const { byCarrier, deliveries, promisedDeliveries } = report;
  return {
    ...report,
    labels: byCarrier.reduce((sum, { labels }) => sum + labels, 0),
    costCents: byCarrier.reduce((sum, { costCents }) => sum + costCents, 0),
    refundsCents: byCarrier.reduce((sum, { refundsCents }) => sum + refundsCents, 0),
    adjustmentsCents: byCarrier.reduce((sum, { adjustmentsCents }) => sum + adjustmentsCents, 0),
    averageDeliveryDays:
      deliveries === 0 ? null : rounded(report.deliverySeconds / deliveries / DAY_SECONDS, 10),
    onTimeRate: promisedDeliveries === 0 ? null : shareOf(report.onTimeDeliveries, promisedDeliveries),
  };
}

/** Returns what labels cost in the end: refunds are subtracted, and adjustments by carriers are included. */
export const netOf = ({
  costCents,
  refundsCents,
  adjustmentsCents,
}: Pick<VolumeRow, 'costCents' | 'refundsCents' | 'adjustmentsCents'>): number =>
  costCents - refundsCents + adjustmentsCents;

export type VolumeReport = Awaited<ReturnType<typeof readVolumeReport>>;

/** Returns the share in thousandths. It is 1 only when all are counted, and 0 only when none is. */
const shareOf = (some: number, all: number): number => {
  if (some === 0 || some === all) return some / all;
  return Math.min(Math.max(rounded(some / all, 1000), 0.001), 0.999);
};

const rounded = (number: number, steps: number): number => Math.round(number * steps) / steps;
