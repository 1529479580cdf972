import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OrderRow } from '../domain/order';
import type { OrderStore } from '../ports';

const MOST_ORDERS = 500;

/** Rows of the account's orders in the order asked for; what is not there is left out. */
export const getOrderRows =
  ({ orders }: { orders: OrderStore }) =>
  async (accountId: AccountId, orderIds: readonly number[]): Promise<OrderRow[]> => {
    if (orderIds.length > MOST_ORDERS) {
      throw DomainError.text('invalid_argument', `order_ids must name at most ${MOST_ORDERS} orders.`, {
        field: 'order_ids',
      });
    }
    const rows = await orders.getRows(accountId, orderIds);
    const byId = new Map(rows.map((row) => [row.orderId, row]));
    return orderIds.flatMap((orderId) => byId.get(orderId) ?? []);
  };
