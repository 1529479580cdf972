import type {
  FindOrdersRequest,
  FindOrdersResponse,
  GetOrderRequest,
  GetOrdersRequest,
  ListReadyToShipRequest,
  Order,
  OrderList,
  ReadyToShipList,
} from '@parcelyard/contracts/orders';
import { clampPage } from '@parcelyard/service-kit/page';
import { toStatuses } from '../domain/order-query';
import { refuseTooMany } from '../domain/problem';
import { requireOrder } from './change-order';
import { emailOwners } from './email-owners';
import { inRequestedOrder } from './list-orders';
import { orderCursor, readOrderCursor } from './order-cursor';
import { messageWithShipTo, orderMessage, orderMessages } from './order-message';
import type { OrdersPorts } from './orders-ports';

type Ports = Pick<OrdersPorts, 'orders' | 'customers'>;

const MAX_ORDERS = 500;

/** Returns one order, usually with its ship-to address (specification: get_order). @throws DomainError `not_found` */
export async function getOrder(
  { orders, customers }: Ports,
  { accountId, orderId, withoutShipTo }: GetOrderRequest,
): Promise<Order> {
  const order = await requireOrder(orders, accountId, orderId);
  return withoutShipTo ? messageWithShipTo(order, undefined) : orderMessage(customers, order);
}

/** Returns the account's orders, in the requested order; absent orders are left out. */
export async function getOrders(
  { orders, customers }: Ports,
  { accountId, orderIds }: GetOrdersRequest,
): Promise<OrderList> {
  refuseTooMany('order_ids', orderIds.length, MAX_ORDERS);
  const found = await orderMessages(customers, await orders.getMany(accountId, orderIds));
  return { orders: inRequestedOrder(orderIds, found) };
}

/**
 * Returns one page of whole orders, newest first. A list of changes begins with the oldest change. With a cursor, the
 * page follows the page of an earlier answer (decisions: order list).
 * @throws DomainError `invalid_argument` for an unknown status, or for a cursor of another list
 */
export async function findOrders(
  { orders, customers }: Ports,
  { accountId, page, statuses, cursor, ...narrowing }: FindOrdersRequest,
): Promise<FindOrdersResponse> {
  const owners = await emailOwners(customers, accountId, narrowing.email);
  const query = { ...narrowing, statuses: toStatuses(statuses), emailOwners: owners };
  const wanted = clampPage(page);
  if (cursor === undefined) {
    const found = await orders.find(accountId, query, wanted);
    return { orders: await orderMessages(customers, found.orders), total: found.total };
  }
  const listed = await orders.walk(accountId, query, readOrderCursor(query, cursor), wanted.pageSize);
  const nextCursor = listed.last && orderCursor(query, listed.last);
  return { orders: await orderMessages(customers, listed.orders), total: 0, nextCursor };
}

/**
 * Returns the orders for which a batch buys labels when its request names no orders: ready to ship, oldest first. If
 * the request has no weight, orders without a weight are left out, and the result lists them.
 */
export async function listReadyToShip(
  { orders, customers }: Ports,
  { accountId, limit: given, anyWeight }: ListReadyToShipRequest,
): Promise<ReadyToShipList> {
  const limit = given < 1 ? MAX_ORDERS : Math.min(given, MAX_ORDERS);
  const ready = await orders.listReadyToShip(accountId, { limit, anyWeight });
  return { ...ready, orders: await orderMessages(customers, ready.orders) };
}
