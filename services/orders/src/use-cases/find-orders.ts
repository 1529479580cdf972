import type { AccountId } from '@parcelyard/service-kit/ids';
import { clampPage } from '@parcelyard/service-kit/page';
import type { OrderQuery } from '../domain/order-query';
import type { Customers, OrderStore, PageWanted } from '../ports';
import { withShipTos } from './with-ship-tos';

/** One page of whole orders, newest first (decisions: order list). */
export const findOrders =
  ({ orders, customers }: { orders: OrderStore; customers: Customers }) =>
  async (accountId: AccountId, wanted: OrderQuery, page: PageWanted | undefined) => {
    const found = await orders.find(accountId, wanted, clampPage(page));
    return { orders: await withShipTos(found.orders, customers), total: found.total };
  };
