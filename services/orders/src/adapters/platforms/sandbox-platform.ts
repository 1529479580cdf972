import type { StoreAccess } from '../../domain/platforms/connection';
import { sandboxOrder, sandboxOrderNumbers } from '../../domain/platforms/sandbox-store';
import type { Platform } from '../../ports';

const PAGE = 100;

/** A store without a shop behind it: its customers order steadily, and the same orders however often one asks. */
export const sandboxPlatform: Platform<Extract<StoreAccess, { platform: 'sandbox' }>> = {
  verify: async (access) => access,
  fetchOrders: async ({ accountId, access: { ordersPerDay } }, window, cursor) => {
    const { first, last } = sandboxOrderNumbers(window, ordersPerDay);
    const start = cursor === undefined ? first : Number(cursor);
    const end = Math.min(start + PAGE - 1, last);
    const orders = [];
    for (let number = start; number <= end; number += 1) {
      const order = sandboxOrder(accountId, number, ordersPerDay, window);
      if (order) orders.push(order);
    }
    return { orders, bytes: 0, ...(end < last ? { nextCursor: String(end + 1) } : {}) };
  },
  // Nobody is behind it who could be told.
  fulfill: async (_, { purchaseId }) => [purchaseId],
  withdraw: async () => undefined,
};
