import type { ListOrderPurchasesRequest, ListOrderPurchasesResponse } from '@parcelyard/contracts/orders';
import type { OrderStore } from '../adapters/mongo/order-store';

const MAX_PAGE = 1_000;

/**
 * Returns one page of orders with the ids of their purchases, which the caller compares with the ledger. Account 0
 * means all accounts.
 */
export async function listOrderPurchases(
  { orders }: { orders: OrderStore },
  { accountId, afterOrderId: after, limit }: ListOrderPurchasesRequest,
): Promise<ListOrderPurchasesResponse> {
  const pageSize = limit > 0 ? Math.min(limit, MAX_PAGE) : MAX_PAGE;
  return { orders: await orders.listPurchases({ accountId, after, limit: pageSize }) };
}
