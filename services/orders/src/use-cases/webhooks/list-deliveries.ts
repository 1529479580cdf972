import type { AccountId } from '@parcelyard/service-kit/ids';
import type { DeliveryStore } from '../../ports';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

interface Wish {
  /** Absent: every account's. */
  accountId?: AccountId | undefined;
  limit: number;
  beforeDeliveryId?: number | undefined;
}

/** Rows of the delivery log, newest first. */
export const listDeliveries =
  ({ deliveries }: { deliveries: DeliveryStore }) =>
  ({ accountId, limit, beforeDeliveryId: before }: Wish) =>
    deliveries.list({
      accountId,
      limit: Math.min(MAX_LIMIT, limit > 0 ? limit : DEFAULT_LIMIT),
      ...(before === undefined ? {} : { before }),
    });
