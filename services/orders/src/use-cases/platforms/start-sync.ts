import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { nextWindow, type PlatformConnection } from '../../domain/platforms/connection';
import type { ImportJob } from '../../domain/platforms/import-job';
import { isPlatform, PLATFORMS } from '../../domain/platforms/platform';
import type { ConnectionStore, ImportJobStore } from '../../ports';

interface Dependencies {
  connections: ConnectionStore;
  jobs: ImportJobStore;
  clock: Clock;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 90;
const QUEUE_TRIES = 5;

/**
 * Queues one import for each connected store, or for one platform's (decisions, sync_platform_orders). A store whose
 * import has not ended answers that one.
 * @throws DomainError `invalid_argument` · `failed_precondition` when no such store is connected
 */
export const startSync =
  ({ connections, jobs, clock }: Dependencies) =>
  async (accountId: AccountId, platform: string, days: number): Promise<ImportJob[]> => {
    if (platform !== '' && !isPlatform(platform)) {
      throw DomainError.text('invalid_argument', `platform must be one of ${PLATFORMS.join(', ')}.`, {
        field: 'platform',
      });
    }
    const reach = days || DEFAULT_DAYS;
    if (reach < 1 || reach > MAX_DAYS) {
      throw DomainError.text('invalid_argument', `days must be 1 to ${MAX_DAYS}.`, { field: 'days' });
    }
    const connected = await connections.list(accountId);
    const stores = connected.filter((store) => platform === '' || store.platform === platform);
    if (stores.length === 0) throw nothingConnected(platform);
    const started: ImportJob[] = [];
    for (const store of stores) started.push(await startOne({ jobs, clock }, store, reach));
    return started;
  };

/** The unique index of running jobs decides who queues; everybody else is told of the job that won. */
async function startOne(
  { jobs, clock }: Omit<Dependencies, 'connections'>,
  { accountId, platform, storeName, coverage }: PlatformConnection,
  days: number,
): Promise<ImportJob> {
  for (let attempt = 0; attempt < QUEUE_TRIES; attempt += 1) {
    const active = await jobs.findActive(accountId, platform);
    if (active) return active;
    const createdAt = clock.now();
    const window = nextWindow(coverage, new Date(createdAt.getTime() - days * DAY_MS), createdAt);
    const queued = await jobs.queue({ accountId, platform, storeName, window, createdAt });
    if (queued) return queued;
    // The one in the way may have just finished.
  }
  throw DomainError.text('conflict', `Several imports of ${storeName} are being started at once. Try again.`);
}

const nothingConnected = (platform: string) =>
  DomainError.text(
    'failed_precondition',
    platform === ''
      ? 'No sales platform is connected to this account. Connect a store first.'
      : `No ${platform} store is connected to this account. See list_connected_platforms.`,
    { field: 'platform' },
  );
