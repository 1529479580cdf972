import type {
  GetOrderRowsRequest,
  GetOrderRowsResponse,
  ListCustomerOrdersRequest,
  ListCustomerOrdersResponse,
  ListOrdersRequest,
  ListOrdersResponse,
} from '@parcelyard/contracts/orders';
import { clampPage } from '@parcelyard/service-kit/page';
import { parseOrderFilter, parseOrderSearch } from '../domain/order-query';
import { refuseTooMany } from '../domain/problem';
import { emailOwners } from './email-owners';
import type { OrdersPorts } from './orders-ports';

type Ports = Pick<OrdersPorts, 'orders' | 'customers'>;

/**
 * Returns one page of an account's orders, newest first unless the caller asks for the oldest (specification:
 * list_orders).
 */
export async function listOrders(
  { orders, customers }: Ports,
  { accountId, status: name, anyStatus, page, search, timeZone, oldestFirst = false }: ListOrdersRequest,
): Promise<ListOrdersResponse> {
  const filter = parseOrderFilter(name, anyStatus ? 'any' : undefined);
  const parsed = parseOrderSearch(search, timeZone);
  const owners = await emailOwners(customers, accountId, search?.text);
  const wanted = { ...parsed, emailOwners: owners, oldestFirst };
  return orders.list(accountId, filter, clampPage(page), wanted);
}

const MAX_CUSTOMER_ORDERS = 50;

export async function listCustomerOrders(
  { orders }: Pick<Ports, 'orders'>,
  { accountId, customerId, limit }: ListCustomerOrdersRequest,
): Promise<ListCustomerOrdersResponse> {
  const most = Math.min(MAX_CUSTOMER_ORDERS, Math.max(1, limit));
  return { orders: await orders.listOfCustomer(accountId, customerId, most) };
}

const MAX_ROWS = 500;

/** Returns rows of the account's orders, in the requested order; absent orders are left out. */
export async function getOrderRows(
  { orders }: Pick<Ports, 'orders'>,
  { accountId, orderIds }: GetOrderRowsRequest,
): Promise<GetOrderRowsResponse> {
  refuseTooMany('order_ids', orderIds.length, MAX_ROWS);
  return { orders: inRequestedOrder(orderIds, await orders.getRows(accountId, orderIds)) };
}

export function inRequestedOrder<T extends { orderId: number }>(
  orderIds: readonly number[],
  found: readonly T[],
): T[] {
  const byId = new Map(found.map((one) => [one.orderId, one]));
  return orderIds.flatMap((orderId) => byId.get(orderId) ?? []);
}
