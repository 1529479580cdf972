import type {
  GetReportRequest,
  RebuildReportsRequest,
  RebuildReportsResponse,
  Report,
} from '@parcelyard/contracts/orders';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { OrderCounters } from '../adapters/mongo/order-counters';
import { reportOf, spanOf } from '../domain/report';
import { dayOf } from '../domain/report-figures';
import type { RecountingPorts } from './rebuild-counters';

/** @throws DomainError `invalid_argument` when the span ends before it begins, or is too long */
export async function getReport(
  { counters, clock }: { counters: OrderCounters; clock: Clock },
  { accountId, ...wanted }: GetReportRequest,
): Promise<Report> {
  const span = spanOf(wanted, dayOf(clock.now()));
  return reportOf(span, await counters.readDays(accountId, span));
}

/** Counts the account's report figures anew from its orders, beside the traffic. */
export const rebuildReports = async (
  { recount }: RecountingPorts,
  { accountId }: RebuildReportsRequest,
): Promise<RebuildReportsResponse> => ({ days: (await recount(accountId)).days });
