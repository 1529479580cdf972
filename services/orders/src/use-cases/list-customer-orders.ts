import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OrderRow } from '../domain/order';
import type { OrderStore } from '../ports';

const MOST = 50;

/** Orders of one customer record, newest first. */
export const listCustomerOrders =
  ({ orders }: { orders: OrderStore }) =>
  (accountId: AccountId, customerId: number, limit: number): Promise<OrderRow[]> =>
    orders.listOfCustomer(accountId, customerId, Math.min(MOST, Math.max(1, limit)));
