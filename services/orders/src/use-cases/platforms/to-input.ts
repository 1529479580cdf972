import type { ImportedOrderInput } from '../../domain/imported-order';
import type { OrderSource } from '../../domain/order';
import type { ImportJob } from '../../domain/platforms/import-job';
import { keptExternalId, type PlatformOrder } from '../../domain/platforms/platform';

/** The platform's order as the import takes it. */
export function toInput(
  { id, platform }: ImportJob,
  { externalId, revision, order }: PlatformOrder,
  fate: OrderSource['fate'],
): ImportedOrderInput {
  const externalOrderId = keptExternalId(platform, externalId);
  return { ...order, status: '', handlingCents: 0, externalOrderId, source: { revision, jobId: id, fate } };
}
