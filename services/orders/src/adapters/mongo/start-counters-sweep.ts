import { type Swept, startSweeper } from '@parcelyard/events/sweeper';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Running } from '@parcelyard/service-kit/run-program';
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
export function startCountersSweep({ orders, days, counters, clock, logger }: Options): Running {
  const before = (ageMs: number) => new Date(clock.now().getTime() - ageMs);
  const takeOver = async (field: 'uncounted' | 'pending'): Promise<boolean> => {
    const old = { [`${field}.at`]: { $lte: before(LEFT_BEHIND_MS) } } as Filter<OrderDocument>;
    const stale = await orders
      .find(old, { projection: { accountId: 1 } })
      .limit(CONCURRENCY)
      .toArray();
    for (const accountId of new Set(stale.map((order) => order.accountId)))
      await counters.takeOver(accountId);
    return stale.length > 0;
  };
  const sweep = async (): Promise<Swept> => ({ found: await takeOver('uncounted') });
  /** Marks of earlier versions: whose replicas go on sweeping for themselves while they run. */
  const sweepOldMarks = async (): Promise<Swept> => {
    const pending = await takeOver('pending');
    const reports = await settleOldReportChanges({ orders, days }, before(OLD_REPORT_CHANGE_MS));
    return { found: pending || reports };
  };
  const sweepers = [
    startSweeper({ name: 'order counters', sweep, maxIdleMs: 15_000, clock, logger }),
    startSweeper({ name: 'old order counters', sweep: sweepOldMarks, maxIdleMs: 300_000, clock, logger }),
  ];
  return {
    stop: async () => {
      await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    },
  };
}
