import type { ImportError, ImportJob } from './import-job';

/** The limits of one import. Without them, a store could send pages without an end. */
export interface ImportLimits {
  readonly pages: number;
  readonly orders: number;
  readonly megabytes: number;
  readonly minutes: number;
}

type Progress = Pick<ImportJob, 'storeName' | 'pages' | 'bytes' | 'counts' | 'startedAt'>;

const BYTES = 1024 * 1024;
const MINUTE_MS = 60_000;

/** Returns why an import must stop; undefined while it may continue. */
export function limitReached(job: Progress, limits: ImportLimits, now: Date): ImportError | undefined {
  const { storeName, pages = 0, bytes = 0, counts, startedAt = now } = job;
  const passed = (
    [
      [pages >= limits.pages, `has more than ${limits.pages} pages`],
      [counts.fetched >= limits.orders, `has more than ${limits.orders} orders`],
      [bytes >= limits.megabytes * BYTES, `sent more than ${limits.megabytes} MB`],
      [
        now.getTime() - startedAt.getTime() >= limits.minutes * MINUTE_MS,
        `took more than ${limits.minutes} minutes`,
      ],
    ] as const
  ).find(([reached]) => reached);
  if (!passed) return undefined;
  const message = `${storeName} ${passed[1]} for one import. Orders fetched so far are kept; sync again for fewer days.`;
  return { code: 'too_large', message };
}
