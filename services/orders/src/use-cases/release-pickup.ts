import type { AccountId } from '@parcelyard/service-kit/ids';
import type { OrderStore, Released } from '../ports';

/**
 * Gives a pickup's waiting orders back to LabelPrinted; what the carrier has scanned stays where it is. No order that
 * is named can be assigned to the pickup any more. Idempotent.
 */
export const releasePickup =
  ({ orders }: { orders: OrderStore }) =>
  (accountId: AccountId, pickupId: number, released: Released): Promise<void> =>
    orders.releasePickup(accountId, pickupId, released);
