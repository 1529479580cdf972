import type {
  GetReportRequest,
  RebuildReportsRequest,
  RebuildReportsResponse,
  Report,
} from '@parcelyard/contracts/orders';
import { addDays, type CalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { daysOfSpan, reportOf, type Span, spanOf } from '../domain/report';
import type { OrdersPorts } from './orders-ports';
import type { RecountingPorts } from './rebuild-counters';

type ReportPorts = RecountingPorts & Pick<OrdersPorts, 'counters' | 'reports' | 'clock'>;

/** Days of the longest span whose report is cached: 24 months. */
const KEPT_DAYS = 732;

/**
 * Returns a report. It is cached until an order of the account changes. When the time zone has changed, all days are
 * counted again for the new zone.
 * @throws DomainError `invalid_argument` when the period ends before it begins, or is too long
 */
export async function getReport(ports: ReportPorts, request: GetReportRequest): Promise<Report> {
  const { accountId, timeZone = DEFAULT_TIME_ZONE, ...wanted } = request;
  const span = spanOf(wanted, dayIn(ports.clock.now(), timeZone));
  const read = () => readReport(ports, accountId, timeZone, span);
  if (daysOfSpan(span) > KEPT_DAYS) return read();
  // The revision is read before the days, so the report is never older than the revision under which it is cached.
  const { revision } = await ports.counters.read(accountId);
  return ports.reports.get(`${accountId} ${timeZone} ${span.from} ${span.to}`, revision, read);
}

async function readReport(
  { counters, recount }: ReportPorts,
  accountId: number,
  timeZone: string,
  span: Span,
): Promise<Report> {
  // Reads one day more on each side. If the stored figures were counted in another time zone, some figures of this
  // period are stored under the day before or after it.
  const around = { from: dayBeside(span.from, -1), to: dayBeside(span.to, 1) };
  let days = await counters.readDays(accountId, around);
  if ([...days.timeZones].some((counted) => counted !== timeZone)) {
    await recount(accountId, timeZone);
    days = await counters.readDays(accountId, around);
  }
  const within = [...days.figures].filter(([day]) => span.from <= day && day <= span.to);
  return reportOf(span, new Map(within));
}

const dayBeside = (day: string, days: number): string => addDays(day as CalendarDate, days);

/** Counts the account's report figures again from its orders. The service can be used meanwhile. */
export const rebuildReports = async (
  { recount }: RecountingPorts,
  { accountId }: RebuildReportsRequest,
): Promise<RebuildReportsResponse> => ({ days: (await recount(accountId)).days });
