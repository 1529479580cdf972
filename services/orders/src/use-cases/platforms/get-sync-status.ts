import type { GetSyncStatusRequest, ImportJobList } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { ConnectionStore } from '../../adapters/mongo/connection-store';
import type { ImportJobStore } from '../../adapters/mongo/import-job-store';
import { toImportJobMessage } from '../../domain/platforms/platform-message';

/** One import job, or the latest of each store. @throws DomainError `not_found`, the same for a foreign id */
export async function getSyncStatus(
  { connections, jobs }: { connections: ConnectionStore; jobs: ImportJobStore },
  { accountId: account, jobId }: GetSyncStatusRequest,
): Promise<ImportJobList> {
  const accountId = toAccountId(account);
  if (jobId !== undefined) {
    const job = await jobs.find(accountId, jobId);
    if (job) return { jobs: [toImportJobMessage(job)] };
    throw new DomainError('not_found', 'import_job_not_found', { jobId }, { field: 'job_id' });
  }
  const stores = await connections.list(accountId);
  const latest = await Promise.all(stores.map(({ platform }) => jobs.findLatest(accountId, platform)));
  return { jobs: latest.filter((job) => job !== undefined).map(toImportJobMessage) };
}
