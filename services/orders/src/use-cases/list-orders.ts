import type { AccountId } from '@parcelyard/service-kit/ids';
import { parseOrderFilter } from '../domain/order-filter';
import { clampPage } from '../domain/page';
import type { OrderStore, PageWanted } from '../ports';

/** One page of an account's orders, newest first (specification: list_orders). */
export const listOrders =
  ({ orders }: { orders: OrderStore }) =>
  async (accountId: AccountId, status: string, page: PageWanted | undefined) => {
    const filter = parseOrderFilter(status);
    return { ...(await orders.list(accountId, filter, clampPage(page))), status: filter };
  };
