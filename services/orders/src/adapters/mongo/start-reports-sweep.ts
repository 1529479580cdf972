import { type Sweeper, startSweeper } from '@parcelyard/events/sweeper';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoReportDays } from './report-days';

/** Finishes the figures of changes whose process died in between. */
export const startReportsSweep = ({
  reports,
  logger,
}: {
  reports: MongoReportDays;
  logger: Logger;
}): Sweeper =>
  startSweeper({ name: 'report figures', sweep: () => reports.sweep(), maxIdleMs: 60_000, logger });
