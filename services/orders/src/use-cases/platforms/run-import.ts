import type { ImportJobStore } from '../../adapters/mongo/import-job-store';
import { type StoreAccess, storeOf } from '../../domain/platforms/connection';
import { addPage, DISCONNECTED, endOf, type ImportJob } from '../../domain/platforms/import-job';
import { limitReached } from '../../domain/platforms/import-limits';
import { type Platform, PlatformBusy, type PlatformPage, PlatformRefused } from '../../ports';
import type { OrdersPorts } from '../orders-ports';
import { type ImportPageDependencies, importPage } from './import-page';

export type RunImportDependencies = ImportPageDependencies &
  Pick<OrdersPorts, 'connections' | 'jobs' | 'platforms' | 'clock' | 'failPoint' | 'limits'>;

/** After this many failures in a row, the import ends. The failures and the pauses between them take half a minute. */
const MAX_FAILURES = 6;
/** When a store has asked us to wait this many times in a row, the import ends. */
const MAX_BUSY_ANSWERS = 20;
const MAX_PAUSE_MS = 60_000;
const SHORTEST_PAUSE_MS = 500;

/**
 * Runs an import from its saved position to its end. If a process crashes after it imported a page and before it saved
 * the new position, the page is imported again. The second time, the page's orders exist already, and each is counted
 * only once.
 * @param isStopping true when the process is about to stop: no further page begins, and another process continues
 * @throws LeaseLostError · the platform's failure
 */
export async function runImport(
  dependencies: RunImportDependencies,
  taken: ImportJob,
  isStopping: () => boolean,
): Promise<void> {
  const { connections, jobs, clock, failPoint, limits } = dependencies;
  let job = taken.status === 'queued' ? await jobs.begin(taken) : taken;
  while (!job.fetchedAll) {
    if (isStopping()) return jobs.defer(job);
    const limit = limitReached(job, limits, clock.now());
    // The import ends before it has read all changes, so the next import begins where this import began.
    if (limit) return jobs.finish(job, job.counts.fetched > 0 ? 'completed_with_errors' : 'failed', limit);
    const page = await fetchPage(dependencies, job);
    if (!page) return;
    const outcome = await importPage(dependencies, job, page.orders);
    if (job.cursor !== undefined) failPoint('sync-page-imported');
    const { nextCursor: cursor } = page;
    const read = { pages: (job.pages ?? 0) + 1, bytes: (job.bytes ?? 0) + page.bytes };
    const fetchedAll = cursor === undefined;
    job = await jobs.savePage(job, { ...addPage(job, outcome), ...read, cursor, fetchedAll });
  }
  await connections.noteSynced(job, clock.now());
  await jobs.finish(job, endOf(job));
}

/** Fetches the next page; undefined when the job has ended or was deferred. */
async function fetchPage(
  { connections, jobs, platforms }: RunImportDependencies,
  job: ImportJob,
): Promise<PlatformPage | undefined> {
  const { accountId, platform, store, storeName, window, cursor } = job;
  let access: StoreAccess | undefined;
  try {
    access = await connections.openAccess(accountId, platform);
    const connected = access ? storeOf(access) : (await connections.find(accountId, platform))?.store;
    if (connected !== store) {
      await jobs.finish(job, 'failed', DISCONNECTED);
      return undefined;
    }
    if (!access) throw new CredentialsLost();
    const page = await (platforms[platform] as Platform).fetchOrders({ accountId, access }, window, cursor);
    if (cursor === undefined || page.nextCursor !== cursor) return page;
    throw new Error('The store named the current page as its next page.');
  } catch (error) {
    // The store may have refused old credentials while new credentials were being saved. Such a refusal does not end
    // the import. The request is repeated, as after any failure.
    const refusal = refusalOf(error, storeName);
    if (refusal && (await connections.noteRefused(job, access))) {
      const message = `${refusal} Connect the store again.`;
      await jobs.finish(job, 'failed', { code: 'access_refused', message });
      return undefined;
    }
    if (error instanceof PlatformBusy) return waitFor(jobs, job, error);
    if ((job.dueFailures ?? 0) + 1 < MAX_FAILURES) throw error;
    const message = `${storeName} did not answer. Orders fetched so far are kept; start the sync again later.`;
    await jobs.finish(job, 'failed', { code: 'no_answer', message });
    return undefined;
  }
}

class CredentialsLost extends Error {}

/** Returns why we have no access to the store; undefined for another error. */
function refusalOf(error: unknown, storeName: string): string | undefined {
  if (error instanceof CredentialsLost) return `The credentials of ${storeName} can no longer be read.`;
  return error instanceof PlatformRefused ? `${storeName} refused access: ${error.reason}.` : undefined;
}

/** Lets the import wait as long as the store asked, at most a minute. It then continues at the same page. */
async function waitFor(
  jobs: ImportJobStore,
  job: ImportJob,
  { retryAfterMs }: PlatformBusy,
): Promise<undefined> {
  if ((job.busyAnswers ?? 0) + 1 < MAX_BUSY_ANSWERS) {
    const pause = Math.min(Math.max(retryAfterMs, SHORTEST_PAUSE_MS), MAX_PAUSE_MS);
    await jobs.deferForStore(job, pause);
    return;
  }
  const message = `${job.storeName} is too busy to answer. Orders fetched so far are kept; start the sync again later.`;
  await jobs.finish(job, 'failed', { code: 'too_busy', message });
}
