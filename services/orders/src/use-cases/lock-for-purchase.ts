import type { Empty } from '@parcelyard/contracts/common';
import {
  type LockForPurchaseRequest,
  type LockForPurchaseResponse,
  LockOutcome,
  type UnlockRequest,
} from '@parcelyard/contracts/orders';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { OrderStore } from '../adapters/mongo/order-store';
import type { Order } from '../domain/order';
import { type Judgement, judgeLock, releaseLock } from '../domain/purchase-lock';
import { changeOrder, requireOrder } from './change-order';
import { messageWithShipTo, orderMessage } from './order-message';
import type { OrdersPorts } from './orders-ports';
import type { LookAtStore } from './platforms/look-at-store';
import { askingStoreAgain } from './platforms/write-back/write-back-event';

interface LockPorts extends Pick<OrdersPorts, 'orders' | 'customers'> {
  lookAtStore: LookAtStore;
}

const OUTCOME: Readonly<Record<Judgement, LockOutcome>> = {
  locked: LockOutcome.LOCKED,
  already_labelled: LockOutcome.ALREADY_LABELLED,
  locked_by_another: LockOutcome.LOCKED_BY_ANOTHER,
  address_changed: LockOutcome.ADDRESS_CHANGED,
  wrong_status: LockOutcome.WRONG_STATUS,
  ended: LockOutcome.ENDED,
};

/**
 * Locks the order for one purchase. If that is not possible, returns the reason. A repeated call changes nothing.
 * @throws DomainError `failed_precondition` when the order's store changed it meanwhile; the change is then saved
 */
export async function lockForPurchase(
  { orders, customers, lookAtStore }: LockPorts,
  request: LockForPurchaseRequest,
): Promise<LockForPurchaseResponse> {
  let judgement: Judgement = 'locked';
  const { accountId, orderId } = request;
  const free = (current: Order) => {
    judgement = judgeLock(current, request);
    return judgement === 'locked' && current.lockedBy === undefined;
  };
  const lockAfterLook = async () => {
    const seen = await requireOrder(orders, accountId, orderId);
    // The order may have changed in its store, and no label must be bought for old data.
    const refusal = seen.source && !request.forReturn && free(seen) ? await lookAtStore(seen) : undefined;
    if (refusal) throw refusal;
    return changeOrder(orders, accountId, orderId, (current) =>
      free(current) ? { fields: { lockedBy: request.purchaseId } } : undefined,
    );
  };
  const lockIfFree = () => (request.forReturn ? undefined : orders.lock(accountId, orderId, request));
  const order = (await lockIfFree()) ?? (await lockAfterLook());
  const message = request.withoutShipTo
    ? messageWithShipTo(order, undefined)
    : orderMessage(customers, order);
  return { outcome: OUTCOME[judgement], order: await message };
}

/**
 * Ends a purchase without a label: removes its lock. The order remembers the ended purchase, because the purchase's
 * request for the lock may arrive later. A repeated call changes nothing.
 */
export async function unlock(
  { orders, clock }: { orders: OrderStore; clock: Clock },
  { accountId, orderId, purchaseId }: UnlockRequest,
): Promise<Empty> {
  await changeOrder(orders, accountId, orderId, (order) => {
    const fields = releaseLock(order, purchaseId);
    if (!fields) return undefined;
    // While the order was locked, its store's reports were stored but not applied. So the store is asked again if its
    // last report would change the status.
    return askingStoreAgain(order, fields, clock.now());
  });
  return {};
}
