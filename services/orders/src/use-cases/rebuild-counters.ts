import type { RebuildCountersRequest, RebuildCountersResponse } from '@parcelyard/contracts/orders';
import type { Recounted } from '../adapters/mongo/recount-orders';
import { STATUS_NAMES } from '../domain/order-status';

export interface RecountingPorts {
  /** @param timeZone the zone of the days from now on; absent: the same zone as before */
  recount(accountId: number, timeZone?: string): Promise<Recounted>;
}

/**
 * Recounts an account's orders while the service works normally.
 * @throws DomainError `conflict` when changes come too fast
 */
export async function rebuildCounters(
  { recount }: RecountingPorts,
  { accountId }: RebuildCountersRequest,
): Promise<RebuildCountersResponse> {
  const { counts, was } = await recount(accountId);
  const statuses = STATUS_NAMES.filter((status) => counts[status] || was[status]);
  return {
    counts: statuses.map((status) => ({ status, orders: counts[status] ?? 0, was: was[status] ?? 0 })),
  };
}
