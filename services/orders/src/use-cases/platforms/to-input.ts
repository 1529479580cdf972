import type { ImportedOrderInput } from '../../domain/imported-order';
import type { OrderSource } from '../../domain/order';
import type { ImportJob } from '../../domain/platforms/import-job';
import { keptExternalId, type OpenPlatformOrder, type PlatformOrder } from '../../domain/platforms/platform';

/**
 * The import that reads a store's order. When a single order is read without an import, this is the import that last
 * read the order.
 */
export type Importing = Pick<ImportJob, 'id' | 'accountId' | 'platform' | 'storeName'>;

export function toInput(
  job: Importing,
  incoming: OpenPlatformOrder,
  result: OrderSource['result'],
): ImportedOrderInput {
  return {
    ...incoming.order,
    status: '',
    handlingCents: 0,
    externalOrderId: keptExternalId(job.platform, incoming.externalId),
    externalOrderNumber: incoming.number,
    origin: job.platform,
    source: sourceOf(job, incoming, result),
  };
}

export const sourceOf = (
  { id }: Importing,
  { revision, state, mark }: PlatformOrder,
  result: OrderSource['result'],
): OrderSource => ({ revision, jobId: id, result, state, ...(mark ? { mark } : {}) });
