import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Order } from '../domain/order';
import { refusesCanceling } from '../domain/order-editing';
import type { Customers, OrderChange, OrderStore } from '../ports';
import { changeOrder } from './change-order';
import { requireOrder } from './require-order';
import { type OrderDetail, withShipTo } from './with-ship-to';

interface Wish {
  /** Only judges. */
  dryRun: boolean;
  /** The purchase whose label the caller has dealt with: with any other label on it the order is not canceled. */
  labelPurchaseId?: string | undefined;
}

/**
 * Cancels an order that has not shipped; one that is canceled stays so. Its external id is free again. A label on it is
 * shipping's affair.
 * @throws DomainError `not_found` · `failed_precondition` with the reason · `conflict` when it got another label
 */
export const cancelOrder =
  ({ orders, customers }: { orders: OrderStore; customers: Customers }) =>
  async (accountId: AccountId, orderId: number, { dryRun, labelPurchaseId }: Wish): Promise<OrderDetail> => {
    if (dryRun) {
      const looked = await requireOrder(orders, accountId, orderId);
      canceling(looked);
      return withShipTo(looked, customers);
    }
    const order = await changeOrder(orders, accountId, orderId, (current) => {
      const { label } = current;
      if (!label || label.purchaseId === labelPurchaseId) return canceling(current);
      const message = `Order ${orderId} got another label meanwhile. Nothing was canceled; call cancel_order again.`;
      throw DomainError.text('conflict', message, { field: 'order_id' });
    });
    return withShipTo(order, customers);
  };

function canceling(order: Order): OrderChange | undefined {
  if (order.status === 'Deleted') return undefined;
  const refusal = refusesCanceling(order);
  if (refusal !== undefined) throw DomainError.text('failed_precondition', refusal, { field: 'order_id' });
  return { fields: { status: 'Deleted', pickupId: undefined } };
}
