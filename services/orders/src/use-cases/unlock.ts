import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OrderStore } from '../ports';
import { changeOrder } from './change-order';

/** Gives the order back as it was, when this purchase holds it. Idempotent. */
export const unlock =
  ({ orders }: { orders: OrderStore }) =>
  async (accountId: AccountId, orderId: number, purchaseId: string): Promise<void> => {
    await changeOrder(orders, accountId, orderId, ({ lockedBy }) =>
      lockedBy === purchaseId ? { fields: { lockedBy: undefined } } : undefined,
    );
  };
