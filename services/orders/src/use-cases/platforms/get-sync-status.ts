import type { GetSyncStatusRequest, ImportJobList } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { OrderStore } from '../../adapters/mongo/order-store';
import type { ImportJob } from '../../domain/platforms/import-job';
import { toImportJobMessage } from '../../domain/platforms/platform-message';
import type { OrdersPorts } from '../orders-ports';

interface Ports extends Pick<OrdersPorts, 'connections' | 'jobs'> {
  orders: Pick<OrderStore, 'getMany'>;
}

/**
 * Returns one import, or the latest import of each store.
 * @throws DomainError `not_found`, also for another account's id
 */
export async function getSyncStatus(
  { connections, jobs, orders }: Ports,
  { accountId: account, jobId }: GetSyncStatusRequest,
): Promise<ImportJobList> {
  const accountId = toAccountId(account);
  if (jobId !== undefined) {
    const job = await jobs.find(accountId, jobId);
    if (job) return { jobs: await withOrders(orders, accountId, [job]) };
    throw new DomainError('not_found', 'import_job_not_found', { jobId }, { field: 'job_id' });
  }
  const stores = await connections.list(accountId);
  const latest = await Promise.all(stores.map(({ platform }) => jobs.findLatest(accountId, platform)));
  const known = latest.filter((job) => job !== undefined);
  return { jobs: await withOrders(orders, accountId, known) };
}

/** Adds the orders of each import as they are now. */
async function withOrders(orders: Ports['orders'], accountId: AccountId, jobs: readonly ImportJob[]) {
  const ids = new Set(
    jobs.flatMap(({ created, updated }) => [...created, ...updated.map((one) => one.orderId)]),
  );
  const found = ids.size > 0 ? await orders.getMany(accountId, [...ids]) : [];
  const named = new Map(found.map((order) => [order.orderId as number, order]));
  return jobs.map((job) => toImportJobMessage(job, named));
}
