import type { Order } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OrdersClient } from '../ports';

/** @throws DomainError not_found in the specification's words, alike for an absent and a foreign order */
export async function findOrder(orders: OrdersClient, accountId: number, orderId: number): Promise<Order> {
  try {
    return await orders.getOrder({ accountId, orderId });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    throw DomainError.text('not_found', `Order ${orderId} was not found in this account.`, {
      field: 'order_id',
      cause: error,
    });
  }
}
