import type { ImportedOrderInput } from '../../domain/imported-order';
import type { OrderSource } from '../../domain/order';
import type { ImportJob } from '../../domain/platforms/import-job';
import { keptExternalId, type OpenPlatformOrder, type PlatformOrder } from '../../domain/platforms/platform';

/** The platform's order as the import takes it. */
export function toInput(
  job: ImportJob,
  incoming: OpenPlatformOrder,
  fate: OrderSource['fate'],
): ImportedOrderInput {
  return {
    ...incoming.order,
    status: '',
    handlingCents: 0,
    externalOrderId: keptExternalId(job.platform, incoming.externalId),
    externalOrderNumber: incoming.number,
    source: sourceOf(job, incoming, fate),
  };
}

export const sourceOf = (
  { id }: ImportJob,
  { revision, state }: PlatformOrder,
  fate: OrderSource['fate'],
): OrderSource => ({ revision, jobId: id, fate, state });
