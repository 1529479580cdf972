import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Customers, OrderStore } from '../ports';
import { withShipTos } from './with-ship-tos';

const MOST_ORDERS = 500;

/** Ready-to-ship orders that have a weight, oldest first: what a batch buys labels for unless it is told which. */
export const listReadyToShip =
  ({ orders, customers }: { orders: OrderStore; customers: Customers }) =>
  async (accountId: AccountId, limit: number) => {
    const most = limit < 1 ? MOST_ORDERS : Math.min(limit, MOST_ORDERS);
    return withShipTos(await orders.listReadyToShip(accountId, most), customers);
  };
