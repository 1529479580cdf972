import type { CancelOrderRequest, Order as OrderMessage } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Customers } from '../adapters/clients/customers-client';
import type { OrderChange, OrderStore } from '../adapters/mongo/order-store';
import { refusesCanceling } from '../domain/change-refusals';
import type { Order } from '../domain/order';
import { changeOrder, requireOrder } from './change-order';
import { orderMessage } from './order-message';

/**
 * Cancels an order that has not shipped. The shipping service then voids its label. After this, a report of the order's
 * store cannot reopen the order, and a new order may have the same external id.
 * @throws DomainError `not_found` · `failed_precondition` with the reason · `conflict` when the order got another label
 */
export async function cancelOrder(
  { orders, customers }: { orders: OrderStore; customers: Customers },
  { accountId, orderId, dryRun, labelPurchaseId }: CancelOrderRequest,
): Promise<OrderMessage> {
  if (dryRun) {
    const order = await requireOrder(orders, accountId, orderId);
    canceling(order);
    return orderMessage(customers, order);
  }
  const order = await changeOrder(orders, accountId, orderId, (current) => {
    const { label } = current;
    if (!label || label.purchaseId === labelPurchaseId) return canceling(current);
    throw new DomainError('conflict', 'order_relabelled', { orderId }, { field: 'order_id' });
  });
  return orderMessage(customers, order);
}

function canceling(order: Order): OrderChange | undefined {
  if (order.status === 'Deleted') return keptCanceled(order);
  const refusal = refusesCanceling(order);
  if (refusal) throw refusal;
  return { fields: { status: 'Deleted', pickupId: undefined } };
}

/** Returns a change after which a report of the order's store can no longer reopen the canceled order. */
function keptCanceled({ source }: Order): OrderChange | undefined {
  if (source?.moved !== 'Deleted') return undefined;
  const { moved: _, ...rest } = source;
  return { fields: { source: rest } };
}
