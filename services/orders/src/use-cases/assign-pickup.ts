import type { AccountId } from '@parcelyard/service-kit/ids';
import { allows } from '../domain/order-status';
import type { OrderStore } from '../ports';
import { changeOrder } from './change-order';

/**
 * Moves printed orders into a pickup. Answers which of them are in it afterwards: one that another pickup took, that
 * was scanned meanwhile or does not exist is left out. Idempotent for the pickup.
 */
export const assignPickup =
  ({ orders }: { orders: OrderStore }) =>
  async (accountId: AccountId, pickupId: number, orderIds: readonly number[]): Promise<number[]> => {
    const wanted = [...new Set(orderIds)];
    const present = new Set(
      (await orders.getMany(accountId, wanted)).map(({ orderId }) => orderId as number),
    );
    const assigned: number[] = [];
    for (const orderId of wanted.filter((id) => present.has(id))) {
      const order = await changeOrder(orders, accountId, orderId, (current) =>
        current.pickupId === undefined && allows(current.status, 'WaitingForPickup', 'pickup_scheduled')
          ? { fields: { status: 'WaitingForPickup', pickupId } }
          : undefined,
      );
      if (order.pickupId === pickupId) assigned.push(orderId);
    }
    return assigned;
  };
