import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { ImportJob } from '../../domain/platforms/import-job';
import type { ConnectionStore, ImportJobStore } from '../../ports';

/** One import job, or the latest of each store. @throws DomainError `not_found`, the same for a foreign id */
export const getSyncStatus =
  ({ connections, jobs }: { connections: ConnectionStore; jobs: ImportJobStore }) =>
  async (accountId: AccountId, jobId: number | undefined): Promise<ImportJob[]> => {
    if (jobId !== undefined) {
      const job = await jobs.find(accountId, jobId);
      if (job) return [job];
      throw new DomainError('not_found', 'import_job_not_found', { jobId }, { field: 'job_id' });
    }
    const stores = await connections.list(accountId);
    const latest = await Promise.all(stores.map(({ platform }) => jobs.findLatest(accountId, platform)));
    return latest.filter((job) => job !== undefined);
  };
