import type { Empty } from '@parcelyard/contracts/common';
import type { VoidRef } from '@parcelyard/contracts/orders';
import { voidRefused, voidRequested } from '../domain/pending-void';
import { changeOrder } from './change-order';
import type { OrdersPorts } from './orders-ports';
import { writeBackEvent } from './platforms/write-back/write-back-event';

type Ports = Pick<OrdersPorts, 'orders' | 'clock'>;

/**
 * Records that the label waits for its carrier's answer to a void. From this update on, the label cannot be printed or
 * picked up.
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
 * Records that the carrier refused the void. The label is again as before, and its store now gets the notifications
 * that waited for the carrier's answer.
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
