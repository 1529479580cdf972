import type { AccountId } from '@parcelyard/service-kit/ids';
import { statusFromStore } from '../domain/platforms/store-state';
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
      if (!fields) return undefined;
      // What its store said while it was held could only be noted.
      const free = order.lockedBy === purchaseId && order.label === undefined;
      const state = free ? order.source?.state : undefined;
      const status = state && state !== 'open' ? statusFromStore(order, state) : undefined;
      return { fields: { ...fields, ...(status ? { status } : {}) } };
    });
  };
