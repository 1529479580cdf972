import type { AccountId } from '@parcelyard/service-kit/ids';
import { judgeLock, type LockOutcome } from '../domain/purchase-lock';
import type { Customers, OrderStore } from '../ports';
import { changeOrder } from './change-order';
import { type OrderDetail, withShipTo } from './with-ship-to';

interface Wish {
  orderId: number;
  purchaseId: string;
  addressVersion: number;
}

/** Freezes the order for one purchase; what stands in the way is told, not thrown. Idempotent for the purchase. */
export const lockForPurchase =
  ({ orders, customers }: { orders: OrderStore; customers: Customers }) =>
  async (accountId: AccountId, wish: Wish): Promise<OrderDetail & { outcome: LockOutcome }> => {
    let outcome: LockOutcome = 'wrong_status';
    const order = await changeOrder(orders, accountId, wish.orderId, (current) => {
      outcome = judgeLock(current, wish);
      const free = outcome === 'locked' && current.lockedBy === undefined;
      return free ? { fields: { lockedBy: wish.purchaseId } } : undefined;
    });
    return { outcome, ...(await withShipTo(order, customers)) };
  };
