import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OrderStore } from '../ports';

/**
 * Moves printed orders into a pickup. Answers which of them are in it afterwards: one that another pickup took, that
 * was scanned meanwhile, that this pickup released or that does not exist is left out. Idempotent for the pickup.
 */
export const assignPickup =
  ({ orders }: { orders: OrderStore }) =>
  (accountId: AccountId, pickupId: number, orderIds: readonly number[]): Promise<number[]> =>
    orders.assignPickup(accountId, pickupId, [...new Set(orderIds)]);
