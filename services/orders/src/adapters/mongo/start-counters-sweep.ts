import { type Sweeper, type Swept, startSweeper } from '@parcelyard/events/sweeper';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Collection, Filter } from 'mongodb';
import { settleOldReportChanges } from './old-report-changes';
import type { OrderDocument } from './order-document';
import type { ReportDayDocument } from './report-day-document';
import type { StatusCounters } from './status-counters';

interface Options {
  orders: Collection<OrderDocument>;
  days: Collection<ReportDayDocument>;
  counters: StatusCounters;
  clock: Clock;
  logger: Logger;
}

/** A change is counted within milliseconds and cleared within a second; one this old was left by a process that died. */
const LEFT_BEHIND_MS = 5_000;
const OLD_REPORT_CHANGE_MS = 60_000;
const CONCURRENCY = 1_000;

/** Finishes the counting of changes whose process died in between. */
export function startCountersSweep({ orders, days, counters, clock, logger }: Options): Sweeper {
  const accountsOf = async (filter: Filter<OrderDocument>) => {
    const stale = await orders
      .find(filter, { projection: { accountId: 1 } })
      .limit(CONCURRENCY)
      .toArray();
    return stale.map(({ accountId }) => accountId);
  };
  const sweep = async (): Promise<Swept> => {
    const now = clock.now().getTime();
    const before = { $lte: new Date(now - LEFT_BEHIND_MS) };
    const stale = [
      ...(await accountsOf({ 'uncounted.at': before })),
      ...(await accountsOf({ 'pending.at': before })),
    ];
    for (const accountId of new Set(stale)) await counters.takeOver(accountId);
    const old = await settleOldReportChanges({ orders, days }, new Date(now - OLD_REPORT_CHANGE_MS));
    return { found: old || stale.length > 0 };
  };
  return startSweeper({ name: 'order counters', sweep, maxIdleMs: 15_000, logger });
}
