import type { RebuildCountersRequest, RebuildCountersResponse } from '@parcelyard/contracts/orders';
import type { CountedAfresh } from '../adapters/mongo/count-afresh';
import { STATUS_NAMES } from '../domain/order-status';

export interface CountingPorts {
  countAfresh(accountId: number): Promise<CountedAfresh>;
}

/** Counts an account's orders afresh, beside the traffic. @throws DomainError `conflict` when changes leave it no gap */
export async function rebuildCounters(
  { countAfresh }: CountingPorts,
  { accountId }: RebuildCountersRequest,
): Promise<RebuildCountersResponse> {
  const { counts, was } = await countAfresh(accountId);
  const statuses = STATUS_NAMES.filter((status) => counts[status] || was[status]);
  return {
    counts: statuses.map((status) => ({ status, orders: counts[status] ?? 0, was: was[status] ?? 0 })),
  };
}
