import type { AccountId } from '@parcelyard/service-kit/ids';
import { letGo } from '../domain/purchase-lock';
import type { OrderStore } from '../ports';
import { changeOrder } from './change-order';

/**
 * Gives the order back as it was, when this purchase holds it, and remembers that the purchase has ended: its lock may
 * still be under way. Idempotent.
 */
export const unlock =
  ({ orders }: { orders: OrderStore }) =>
  async (accountId: AccountId, orderId: number, purchaseId: string): Promise<void> => {
    await changeOrder(orders, accountId, orderId, (order) => {
      const fields = letGo(order, purchaseId);
      return fields && { fields };
    });
  };
