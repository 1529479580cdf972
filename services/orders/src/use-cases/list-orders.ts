import type { AccountId } from '@parcelyard/service-kit/ids';
import { clampPage } from '@parcelyard/service-kit/page';
import { parseOrderFilter } from '../domain/order-filter';
import { parseOrderSearch } from '../domain/order-search';
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
