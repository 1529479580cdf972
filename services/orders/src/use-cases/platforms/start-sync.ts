import type { ImportJobList, StartSyncRequest } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { nextWindow, type PlatformConnection } from '../../domain/platforms/connection';
import type { ImportJob } from '../../domain/platforms/import-job';
import { toImportJobMessage } from '../../domain/platforms/platform-message';
import { isPlatform, PLATFORMS } from '../../domain/platforms/platform-name';
import type { OrdersPorts } from '../orders-ports';

type Dependencies = Pick<OrdersPorts, 'connections' | 'jobs' | 'clock'>;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 90;
const QUEUE_TRIES = 5;

/**
 * Queues an import for each connected store, or for the store of one platform ([MCP-Y2]). If an import of a store is
 * still running, the running import is returned instead.
 * @throws DomainError `invalid_argument` · `failed_precondition` when no such store is connected
 */
export async function startSync(
  { connections, jobs, clock }: Dependencies,
  { accountId, platform, days }: StartSyncRequest,
): Promise<ImportJobList> {
  if (platform !== '' && !isPlatform(platform)) {
    throw new DomainError(
      'invalid_argument',
      'field_not_among',
      { allowed: PLATFORMS },
      { field: 'platform' },
    );
  }
  const reach = days || DEFAULT_DAYS;
  if (reach < 1 || reach > MAX_DAYS) {
    const limits = { min: 1, max: MAX_DAYS };
    throw new DomainError('invalid_argument', 'field_not_within', limits, { field: 'days' });
  }
  const connected = await connections.list(toAccountId(accountId));
  const stores = connected.filter((store) => platform === '' || store.platform === platform);
  if (stores.length === 0) throw nothingConnected(platform);
  const started: ImportJob[] = [];
  for (const store of stores) started.push(await startOne({ jobs, clock }, store, reach));
  return { jobs: started.map((job) => toImportJobMessage(job)) };
}

/**
 * Queues an import. A unique index allows only one unfinished import per store, so callers at the same time get the
 * same import.
 */
async function startOne(
  { jobs, clock }: Omit<Dependencies, 'connections'>,
  store: PlatformConnection,
  days: number,
): Promise<ImportJob> {
  for (let attempt = 0; attempt < QUEUE_TRIES; attempt += 1) {
    const active = await jobs.findActive(store.accountId, store.platform);
    if (active) return active;
    const queued = await queueImport({ jobs, clock }, store, days);
    if (queued) return queued;
    // The other import may have ended at this moment, so this is tried again.
  }
  throw new DomainError('conflict', 'imports_contended', { storeName: store.storeName });
}

/**
 * Queues an import of the last `days` days. Without `days`, queues a scheduled import of all changes that no import has
 * fetched.
 * @returns undefined while another import of the store is running
 */
export async function queueImport(
  { jobs, clock }: Pick<OrdersPorts, 'jobs' | 'clock'>,
  { accountId, platform, store, storeName, coverage }: PlatformConnection,
  days?: number,
): Promise<ImportJob | undefined> {
  const createdAt = clock.now();
  const daysAgo = new Date(createdAt.getTime() - (days ?? DEFAULT_DAYS) * DAY_MS);
  const scheduled = days === undefined;
  const window = nextWindow(coverage, (scheduled && coverage?.from) || daysAgo, createdAt);
  return jobs.queue({ accountId, platform, store, storeName, window, createdAt, scheduled });
}

const nothingConnected = (platform: string) =>
  platform === ''
    ? new DomainError('failed_precondition', 'no_platform_connected', {}, { field: 'platform' })
    : new DomainError('failed_precondition', 'platform_not_connected', { platform }, { field: 'platform' });
