import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Order } from '../domain/order';
import type { OrderStore } from '../ports';

/** The same sentence whether the order is absent or another account's. */
export const orderNotFound = (orderId: number): string => `Order ${orderId} was not found in this account.`;

/** @throws DomainError `not_found` */
export async function requireOrder(
  orders: OrderStore,
  accountId: AccountId,
  orderId: number,
): Promise<Order> {
  const order = await orders.get(accountId, orderId);
  if (!order) throw DomainError.text('not_found', orderNotFound(orderId), { field: 'order_id' });
  return order;
}
