import type { ImportedOrderInput } from '../../domain/imported-order';
import type { OrderSource } from '../../domain/order';
import type { ImportJob } from '../../domain/platforms/import-job';
import { keptExternalId, type OpenPlatformOrder, type PlatformOrder } from '../../domain/platforms/platform';

/** Whatever brings an order of a store: an import, or a look at one order in the name of the import before. */
export type Importing = Pick<ImportJob, 'id' | 'accountId' | 'platform' | 'storeName'>;

/** The platform's order as the import takes it. */
export function toInput(
  job: Importing,
  incoming: OpenPlatformOrder,
  fate: OrderSource['fate'],
): ImportedOrderInput {
  return {
    ...incoming.order,
    status: '',
    handlingCents: 0,
    externalOrderId: keptExternalId(job.platform, incoming.externalId),
    externalOrderNumber: incoming.number,
    origin: job.platform,
    source: sourceOf(job, incoming, fate),
  };
}

export const sourceOf = (
  { id }: Importing,
  { revision, state }: PlatformOrder,
  fate: OrderSource['fate'],
): OrderSource => ({ revision, jobId: id, fate, state });
