import type {
  PlatformConnection as ConnectionMessage,
  ConnectPlatformRequest,
  ImportJob as ImportJobMessage,
} from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PlatformConnection, StoreAccess } from '../../domain/platforms/connection';
import type { ImportJob } from '../../domain/platforms/import-job';

const DEFAULT_ORDERS_PER_DAY = 12;
const MOST_ORDERS_PER_DAY = 1_000;

/** @throws DomainError `invalid_argument` */
export function toStoreAccess(store: ConnectPlatformRequest['store']): StoreAccess {
  if (store === undefined) {
    throw new DomainError('invalid_argument', 'store is required.', { field: 'store' });
  }
  const ordersPerDay = store.sandbox.ordersPerDay || DEFAULT_ORDERS_PER_DAY;
  if (ordersPerDay < 1 || ordersPerDay > MOST_ORDERS_PER_DAY) {
    throw new DomainError('invalid_argument', `orders_per_day must be 1 to ${MOST_ORDERS_PER_DAY}.`, {
      field: 'orders_per_day',
    });
  }
  return { platform: 'sandbox', ordersPerDay };
}

export const toImportJobMessage = (job: ImportJob): ImportJobMessage => ({
  jobId: job.id,
  platform: job.platform,
  storeName: job.storeName,
  status: job.status,
  since: job.window.since,
  counts: job.counts,
  errors: job.errors,
  startedAt: job.startedAt,
  finishedAt: job.finishedAt,
});

export const toConnectionMessage = (connection: PlatformConnection): ConnectionMessage => {
  const { platform, storeName, status, connectedAt, lastSyncAt } = connection;
  return { platform, storeName, status, connectedAt, ...(lastSyncAt ? { lastSyncAt } : {}) };
};
