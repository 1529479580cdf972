import type { Empty } from '@parcelyard/contracts/common';
import type { VoidRef } from '@parcelyard/contracts/orders';
import { voidRefused, voidRequested } from '../domain/pending-void';
import { changeOrder } from './change-order';
import type { OrdersPorts } from './orders-ports';
import { writeBackEvent } from './platforms/write-back/write-back-event';

type Ports = Pick<OrdersPorts, 'orders' | 'clock'>;

/**
 * Records that the carrier is asked to void the label. From now on nobody can print the label or add it to a pickup.
 */
export async function noteVoidRequested(
  { orders }: Pick<Ports, 'orders'>,
  { accountId, orderId, ...voiding }: VoidRef,
): Promise<Empty> {
  await changeOrder(orders, accountId, orderId, (order) => {
    const fields = voidRequested(order, voiding);
    return fields && { fields };
  });
  return {};
}

/**
 * Records that the carrier refused the void. The label can be used again, and the order's store is now told about the
 * label.
 */
export async function noteVoidRefused(
  { orders, clock }: Ports,
  { accountId, orderId, ...voiding }: VoidRef,
): Promise<Empty> {
  await changeOrder(orders, accountId, orderId, (order) => {
    const fields = voidRefused(order, voiding);
    return fields && { fields, events: order.storeFulfillment ? [writeBackEvent(order, clock.now())] : [] };
  });
  return {};
}
