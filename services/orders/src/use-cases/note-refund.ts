import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { withRefunded } from '../domain/bought-label';
import type { OrderStore } from '../ports';
import { changeOrder } from './change-order';

interface Dependencies {
  orders: OrderStore;
  clock: Clock;
}

/** The balance has the money of a voided label: reports count it from now on. Repeating it changes nothing. */
export const noteRefund =
  ({ orders, clock }: Dependencies) =>
  async (accountId: AccountId, orderId: number, purchaseId: string): Promise<void> => {
    await changeOrder(orders, accountId, orderId, (order) => {
      const labels = withRefunded(order, purchaseId, clock.now());
      return labels && { fields: { boughtLabels: labels } };
    });
  };
