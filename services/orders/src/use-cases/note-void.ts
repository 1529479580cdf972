import type { Empty } from '@parcelyard/contracts/common';
import type { VoidRef } from '@parcelyard/contracts/orders';
import { voidRefused, voidRequested } from '../domain/pending-void';
import { changeOrder } from './change-order';
import type { OrdersPorts } from './orders-ports';
import { writeBackEvent } from './platforms/write-back/write-back-event';

type Ports = Pick<OrdersPorts, 'orders' | 'clock'>;

/** Marks that the label waits for its carrier's answer to a void. The same update stops printing and pickup. */
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

/** The carrier refused, so the label is as it was before. Its store is now notified of what was held back meanwhile. */
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
