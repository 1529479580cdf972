import type { AccountId } from '@parcelyard/service-kit/ids';
import { parseOrderFilter } from '../domain/order-filter';
import { parseOrderSearch } from '../domain/order-search';
import { clampPage } from '../domain/page';
import type { OrderStore, PageWanted } from '../ports';

type SearchWanted = Parameters<typeof parseOrderSearch>[0];

/** One page of an account's orders, newest first (specification: list_orders). */
export const listOrders =
  ({ orders }: { orders: OrderStore }) =>
  async (accountId: AccountId, status: string, page: PageWanted | undefined, search?: SearchWanted) => {
    const filter = parseOrderFilter(status);
    const found = await orders.list(accountId, filter, clampPage(page), parseOrderSearch(search));
    return { ...found, status: filter };
  };
