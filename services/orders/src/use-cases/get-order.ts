import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Customers, OrderStore } from '../ports';
import { requireOrder } from './require-order';
import { withShipTo } from './with-ship-to';

/** One order with where it ships (specification: get_order). @throws DomainError `not_found` */
export const getOrder =
  ({ orders, customers }: { orders: OrderStore; customers: Customers }) =>
  async (accountId: AccountId, orderId: number) =>
    withShipTo(await requireOrder(orders, accountId, orderId), customers);
