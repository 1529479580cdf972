import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Order } from '../domain/order';
import { allows } from '../domain/order-status';
import type { OrderChange, OrderStore } from '../ports';
import { changeOrder } from './change-order';

/** Gives a pickup's waiting orders back to LabelPrinted; what the carrier has scanned stays where it is. Idempotent. */
export const releasePickup =
  ({ orders }: { orders: OrderStore }) =>
  async (accountId: AccountId, pickupId: number): Promise<void> => {
    for (const { orderId } of await orders.listOfPickup(accountId, pickupId)) {
      await changeOrder(orders, accountId, orderId, (order) => release(order, pickupId));
    }
  };

function release(order: Order, pickupId: number): OrderChange | undefined {
  if (order.pickupId !== pickupId) return undefined;
  return allows(order.status, 'LabelPrinted', 'pickup_canceled')
    ? { fields: { status: 'LabelPrinted', pickupId: undefined } }
    : { fields: { pickupId: undefined } };
}
