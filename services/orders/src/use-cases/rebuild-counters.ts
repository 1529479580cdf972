import type { RebuildCountersRequest, RebuildCountersResponse } from '@parcelyard/contracts/orders';
import type { Recounted } from '../adapters/mongo/recount-orders';
import { STATUS_NAMES } from '../domain/order-status';

export interface RecountingPorts {
  /** @param timeZone the time zone in which days begin from now on; if absent, the time zone stays the same */
  recount(accountId: number, timeZone?: string): Promise<Recounted>;
}

/**
 * Counts an account's orders again. The service can be used meanwhile.
 * @throws DomainError `conflict` when orders change too often
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
