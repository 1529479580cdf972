import type { GetReportRequest, Report, SpendRow, TaxRow, VolumeRow } from '@parcelyard/contracts/orders';
import { addDays, type CalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import { invalid, problem } from './problem';
import { type DayFigures, pathOf } from './report-figures';

export interface Span {
  /** First and last day as YYYY-MM-DD, both included. */
  from: string;
  to: string;
}

const NO_VOLUME = {
  carrier: '',
  serviceLevel: '',
  method: '',
  state: '',
  date: '',
  labels: 0,
  costCents: 0,
  refundsCents: 0,
  adjustmentsCents: 0,
};

/** Adds up the figures of the days in a period. */
export function reportOf(span: Span, days: DayFigures): Report {
  const months = new Map(monthsOf(span).map((month) => [month, emptyMonth(month)]));
  const taxes = new Map<string, TaxRow>();
  const volumes = {
    carrier: new Map<string, VolumeRow>(),
    service: new Map<string, VolumeRow>(),
    state: new Map<string, VolumeRow>(),
    day: new Map<string, VolumeRow>(),
  };
  const delivery: Record<string, number> = {};
  const pending: Record<string, number> = {};

  // Many days have the same keys, so each key is parsed only once.
  const parsed = new Map<string, ParsedKey>();
  for (const [date, figures] of days) {
    const month = date.slice(0, 7);
    for (const key in figures) {
      const number = figures[key] as number;
      const parts = parsed.get(key) ?? parseKey(key);
      parsed.set(key, parts);
      const { kind, name, first, serviceLevel, method, figure } = parts;
      if (kind === 'spend') addSpend(months.get(month), figure, number);
      else if (kind === 'tax') addTax(taxes, { month, state: first }, figure, number);
      else if (kind === 'delivery') delivery[figure] = (delivery[figure] ?? 0) + number;
      else if (kind === 'pending') pending[figure] = (pending[figure] ?? 0) + number;
      else if (kind === 'service') {
        addVolume(volumes.service, name, { carrier: first, serviceLevel, method }, figure, number);
      } else if (kind === 'state') addVolume(volumes.state, name, { state: first }, figure, number);
      else if (kind === 'carrier') {
        addVolume(volumes.carrier, name, { carrier: first }, figure, number);
        addVolume(volumes.day, date, { date }, figure, number);
      }
    }
  }
  return {
    ...span,
    months: [...months.values()],
    taxes: [...taxes.values()]
      .filter(({ orders }) => orders > 0)
      .sort((a, b) => compare(a.month, b.month) || compare(a.state, b.state)),
    byCarrier: mostLabelsFirst(volumes.carrier),
    byService: mostLabelsFirst(volumes.service),
    byDestinationState: mostLabelsFirst(volumes.state),
    byDay: shown(volumes.day).sort((a, b) => compare(a.date, b.date)),
    deliveries: delivery.count ?? 0,
    deliverySeconds: delivery.seconds ?? 0,
    promisedDeliveries: delivery.promised ?? 0,
    onTimeDeliveries: delivery.onTime ?? 0,
    pendingRefunds: pending.labels ?? 0,
    pendingRefundsCents: pending.refunds ?? 0,
  };
}

type ParsedKey = ReturnType<typeof parseKey>;

/** The figures of one row have the same `name`: their key without its last part. */
function parseKey(key: string) {
  const path = pathOf(key);
  const [kind, first = '', serviceLevel = '', method = ''] = path;
  const name = key.slice(0, key.lastIndexOf('|'));
  return { kind, name, first, serviceLevel, method, figure: path.at(-1) ?? '' };
}

const emptyMonth = (month: string): SpendRow => ({
  month,
  labels: 0,
  postageCents: 0,
  feesCents: 0,
  insuranceCents: 0,
  refundsCents: 0,
  adjustmentsCents: 0,
});

function addSpend(row: SpendRow | undefined, figure: string, number: number): void {
  if (!row) return;
  if (figure === 'labels') row.labels += number;
  if (figure === 'postage') row.postageCents += number;
  if (figure === 'fees') row.feesCents += number;
  if (figure === 'insurance') row.insuranceCents += number;
  if (figure === 'refunds') row.refundsCents += number;
  if (figure === 'adjustments') row.adjustmentsCents += number;
}

function addTax(
  rows: Map<string, TaxRow>,
  { month, state }: Pick<TaxRow, 'month' | 'state'>,
  figure: string,
  number: number,
): void {
  const key = `${month} ${state}`;
  const row = rows.get(key) ?? { month, state, orders: 0, taxableCents: 0, taxCents: 0 };
  rows.set(key, row);
  if (figure === 'orders') row.orders += number;
  if (figure === 'taxable') row.taxableCents += number;
  if (figure === 'tax') row.taxCents += number;
}

/** Adds to the row with this name. Creates the row if it is missing. */
function addVolume(
  rows: Map<string, VolumeRow>,
  name: string,
  names: Partial<VolumeRow>,
  figure: string,
  number: number,
): void {
  const row = rows.get(name) ?? { ...NO_VOLUME, ...names };
  rows.set(name, row);
  if (figure === 'labels') row.labels += number;
  if (figure === 'cost') row.costCents += number;
  if (figure === 'refunds') row.refundsCents += number;
  if (figure === 'adjustments') row.adjustmentsCents += number;
}

const shown = (rows: ReadonlyMap<string, VolumeRow>): VolumeRow[] =>
  [...rows.values()].filter(
    ({ labels, refundsCents, adjustmentsCents }) => labels > 0 || refundsCents > 0 || adjustmentsCents !== 0,
  );

const mostLabelsFirst = (rows: ReadonlyMap<string, VolumeRow>): VolumeRow[] =>
  shown(rows).sort((a, b) => b.labels - a.labels || compare(nameOf(a), nameOf(b)));

const nameOf = ({ carrier, serviceLevel, state }: VolumeRow): string => `${carrier} ${serviceLevel} ${state}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function monthsOf({ from, to }: Span): string[] {
  const first = monthNumber(from);
  return Array.from({ length: monthNumber(to) - first + 1 }, (_, place) => monthNamed(first + place));
}

/** Numbers the month of a day: January of the year 0 is 0. */
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Returns a month as YYYY-MM. */
const monthNamed = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

const DAY_MS = 86_400_000;

export const daysOfSpan = ({ from, to }: Span): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The longest period of a report, in days. It is limited because a document is read for each day that has figures. */
export const MAX_DAYS = 3_660;

/**
 * Returns the period of a report. An empty `to` means today. An empty `from` means `months` calendar months or `days`
 * days before `to`.
 * @throws DomainError `invalid_argument` when the period ends before it begins, or is too long
 */
export function spanOf(request: Omit<GetReportRequest, 'accountId'>, today: string): Span {
  const span = { from: firstDay(request, today), to: request.to || today };
  if (span.from > span.to) throw invalid(problem('from', 'from_after_to', span));
  if (daysOfSpan(span) > MAX_DAYS) {
    throw invalid(problem('from', 'span_too_long', span));
  }
  return span;
}

function firstDay({ from, to, months, days }: Omit<GetReportRequest, 'accountId'>, today: string): string {
  const end = to || today;
  if (from) return from;
  if (months > 0) return `${monthNamed(Math.max(0, monthNumber(end) + 1 - months))}-01`;
  return addDays(end as CalendarDate, 1 - Math.max(1, days));
}
