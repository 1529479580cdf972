import type { OrderCreated } from '@parcelyard/contracts/events';
import { PoisonedEvent } from '@parcelyard/events/poisoned-event';
import { accountId } from '@parcelyard/service-kit/ids';
import type { CustomerOrders } from '../ports';

/** Notes an order at its customer; the same order again changes nothing, however often and whenever it comes. */
export const countOrder =
  ({ orders }: { orders: CustomerOrders }) =>
  async ({ accountId: account, orderId, customerId, date }: OrderCreated): Promise<void> => {
    if (!date) throw new PoisonedEvent('The order has no date.');
    await orders.count({ accountId: accountId(account), orderId, customerId, date });
  };
