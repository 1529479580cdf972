import type { ImportCounts } from '@parcelyard/contracts/orders';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { SyncWindow } from './connection';
import type { PlatformName } from './platform-name';

export type ImportJobStatus = 'queued' | 'running' | 'completed' | 'completed_with_errors' | 'failed';

export type ImportResult = Exclude<keyof ImportCounts, 'fetched'>;

export interface ImportError {
  /** Absent when the error is about the whole job. */
  externalOrderId?: string | undefined;
  code: string;
  message: string;
}

export interface UpdatedOrder {
  orderId: number;
  changed: string[];
}

/** The error of an import whose store was disconnected. */
export const DISCONNECTED: ImportError = {
  code: 'disconnected',
  message: 'The store was disconnected. Orders fetched so far are kept.',
};

/** An import of one store's orders ([MCP-Y3] and [MCP-Y4]). */
export interface ImportJob {
  id: number;
  accountId: AccountId;
  /** Increases when another process continues the import. A process with an older number can save nothing. */
  fence: number;
  platform: PlatformName;
  /**
   * A text that identifies the store on its platform. The account may have connected another store since the import was
   * queued.
   */
  store: string;
  storeName: string;
  status: ImportJobStatus;
  window: SyncWindow;
  /** Where the next page begins; absent before the first page. */
  cursor?: string | undefined;
  /** Whether the last page is imported. */
  fetchedAll: boolean;
  counts: ImportCounts;
  errors: ImportError[];
  /** Some of the created orders, and in `updated` some of the updated orders. The newest is last. */
  created: number[];
  updated: UpdatedOrder[];
  createdAt: Date;
  startedAt?: Date | undefined;
  finishedAt?: Date | undefined;
  /** Pages and bytes received from the store; absent before the first page. */
  pages?: number | undefined;
  bytes?: number | undefined;
  /** How many times in a row the platform could not be reached. */
  dueFailures?: number | undefined;
  /** How many times in a row the store asked us to wait. */
  busyAnswers?: number | undefined;
}

export const NO_COUNTS: ImportCounts = { fetched: 0, created: 0, updated: 0, skipped: 0, failed: 0 };

/** How many errors are stored. Further errors are only counted. */
const MAX_ERRORS = 100;
/** An import lists at most this many created orders, and at most this many updated orders. */
const MAX_NAMED = 50;

export interface PageOutcome {
  results: readonly ImportResult[];
  errors: readonly ImportError[];
  created: readonly number[];
  updated: readonly UpdatedOrder[];
}

type Outcome = Pick<ImportJob, 'counts' | 'errors' | 'created' | 'updated'>;

export function addPage(
  { counts, errors, created, updated }: Outcome,
  { results, errors: more, ...page }: PageOutcome,
): Outcome {
  const sum = { ...counts, fetched: counts.fetched + results.length };
  for (const result of results) sum[result] += 1;
  return {
    counts: sum,
    errors: [...errors, ...more].slice(0, MAX_ERRORS),
    created: [...created, ...page.created].slice(-MAX_NAMED),
    updated: [...updated, ...page.updated].slice(-MAX_NAMED),
  };
}

export const endOf = ({ counts }: Pick<ImportJob, 'counts'>): ImportJobStatus =>
  counts.failed > 0 ? 'completed_with_errors' : 'completed';
