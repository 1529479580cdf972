import type { OrderRow } from '@parcelyard/contracts/orders';
import type {
  ListPickupsRequest,
  ListPickupsResponse,
  Pickup as PickupMessage,
  PickupRef,
} from '@parcelyard/contracts/pickups';
import { parseCalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId, pickupId } from '@parcelyard/service-kit/ids';
import { clampPage } from '@parcelyard/service-kit/page';
import { type Pickup, type PickupStatus, visibleStatus, wasPickedUp } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { cancelIfEmpty } from './cancel-if-empty';
import { withCurrentOrders } from './pickup-orders';
import { toContract } from './to-contract';

/**
 * Returns one page of the account's pickups.
 * @throws DomainError invalid_argument when `today` is not a valid date
 */
export async function listPickups(
  ports: PickupsPorts,
  request: ListPickupsRequest,
): Promise<ListPickupsResponse> {
  const { pickups, total } = await readList(ports, request);
  const current = await withCurrentOrders(ports, pickups);
  const listed: Pickup[] = [];
  for (const pickup of current) listed.push(await cancelIfEmpty(ports, pickup));
  return {
    pickups: listed.map((pickup) => toContract(pickup, visibleStatus(pickup.state) ?? 'error')),
    total,
  };
}

function readList({ store }: PickupsPorts, request: ListPickupsRequest) {
  const account = accountId(request.accountId);
  const page = clampPage(request.page);
  if (request.coming === undefined) return store.list(account, page);
  const today = parseCalendarDate(request.today ?? '');
  if (!today) throw new DomainError('invalid_argument', 'field_required', {}, { field: 'today' });
  return request.coming ? store.coming(account, today, page) : store.past(account, today, page);
}

export async function getPickup(ports: PickupsPorts, ref: PickupRef): Promise<PickupMessage> {
  const { pickup, status, orders } = await readPickup(ports, ref);
  return {
    ...toContract(pickup, status),
    orders: orders.map(({ orderId, orderNumber, name, status, trackingNumber }) => ({
      orderId,
      orderNumber,
      name,
      status,
      trackingNumber,
    })),
  };
}

/**
 * Returns the pickup, its orders, and the status that callers see. A booked pickup that has no orders left is first
 * canceled, if the carrier agrees.
 * @throws DomainError not_found for a pickup that is absent, never booked, or of another account
 */
export async function readPickup(
  ports: PickupsPorts,
  ref: PickupRef,
): Promise<{ pickup: Pickup; status: PickupStatus; orders: readonly OrderRow[] }> {
  const stored = await ports.store.find(accountId(ref.accountId), pickupId(ref.pickupId));
  const status = stored && visibleStatus(stored.state);
  if (!stored || !status) throw new DomainError('not_found', 'pickup_not_found', { pickupId: ref.pickupId });
  const [current = stored] = await withCurrentOrders(ports, [stored]);
  const pickup = await cancelIfEmpty(ports, current);
  const statusNow = visibleStatus(pickup.state) ?? status;
  const { orders } = await ports.orders.getOrderRows({
    accountId: pickup.accountId,
    orderIds: [...pickup.orderIds],
  });
  if (pickup.state !== 'scheduled' || !wasPickedUp(orders.map((order) => order.status))) {
    return { pickup, status: statusNow, orders };
  }
  await ports.store.markPickedUp(pickup.accountId, pickup.pickupId);
  return { pickup, status: 'picked_up', orders };
}
