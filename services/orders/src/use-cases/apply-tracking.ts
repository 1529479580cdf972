import type { AccountId } from '@parcelyard/service-kit/ids';
import { applyScan, type Scan } from '../domain/tracking';
import type { Customers, OrderStore } from '../ports';
import { changeOrder } from './change-order';
import { withShipTo } from './with-ship-to';

/** Applies a carrier's scan once; one that the status table refuses changes dates only. */
export const applyTracking =
  ({ orders, customers }: { orders: OrderStore; customers: Customers }) =>
  async (accountId: AccountId, orderId: number, scan: Scan) => {
    const order = await changeOrder(orders, accountId, orderId, (current) => {
      const fields = applyScan(current, scan);
      return fields && { fields };
    });
    return withShipTo(order, customers);
  };
