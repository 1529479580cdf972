import type { ChangeReturnRequest, Order as OrderMessage } from '@parcelyard/contracts/orders';
import type { Customers } from '../adapters/clients/customers-client';
import type { OrderStore } from '../adapters/mongo/order-store';
import { takeReturnStep } from '../domain/order-return';
import { changeOrder } from './change-order';
import { orderMessage } from './order-message';

/** One step of a return that people take by hand. Repeating it changes nothing. @throws DomainError failed_precondition */
export async function changeReturn(
  { orders, customers }: { orders: OrderStore; customers: Customers },
  { accountId, orderId, step }: ChangeReturnRequest,
): Promise<OrderMessage> {
  const order = await changeOrder(orders, accountId, orderId, (current) => {
    const status = takeReturnStep(current, step);
    return status && { fields: { status } };
  });
  return orderMessage(customers, order);
}
