import type { ListPickupsRequest, ListPickupsResponse } from '@parcelyard/contracts/pickups';
import { accountId } from '@parcelyard/service-kit/ids';
import { visibleStatus } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { noticeEmpty } from './get-pickup';
import { toContract } from './to-contract';
import { withStandingOrders } from './with-standing-orders';

const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 50;

/** One page of the account's pickups, newest first. */
export async function listPickups(
  ports: PickupsPorts,
  request: ListPickupsRequest,
): Promise<ListPickupsResponse> {
  const page = Math.max(1, request.page?.page ?? 1);
  const pageSize = Math.min(MAX_PAGE_SIZE, Math.max(1, request.page?.pageSize ?? DEFAULT_PAGE_SIZE));
  const { pickups, total } = await ports.store.list(accountId(request.accountId), page, pageSize);
  const standing = await withStandingOrders(ports, pickups);
  for (const pickup of standing) await noticeEmpty(ports, pickup);
  return {
    pickups: standing.map((pickup) => toContract(pickup, visibleStatus(pickup.state) ?? 'error')),
    total,
  };
}
