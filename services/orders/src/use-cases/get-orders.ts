import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Customers, OrderStore } from '../ports';
import type { OrderDetail } from './with-ship-to';
import { withShipTos } from './with-ship-tos';

const MOST_ORDERS = 500;

/** The account's orders in the order asked for; what is not there is left out. */
export const getOrders =
  ({ orders, customers }: { orders: OrderStore; customers: Customers }) =>
  async (accountId: AccountId, orderIds: readonly number[]): Promise<OrderDetail[]> => {
    if (orderIds.length > MOST_ORDERS) {
      throw DomainError.text('invalid_argument', `order_ids must name at most ${MOST_ORDERS} orders.`, {
        field: 'order_ids',
      });
    }
    const found = await withShipTos(await orders.getMany(accountId, orderIds), customers);
    const byId = new Map(found.map((detail) => [detail.order.orderId as number, detail]));
    return orderIds.flatMap((orderId) => byId.get(orderId) ?? []);
  };
