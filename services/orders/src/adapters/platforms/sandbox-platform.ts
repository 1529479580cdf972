import type { StoreAccess } from '../../domain/platforms/connection';
import type { PlatformOrder } from '../../domain/platforms/platform';
import { changedSandboxOrder, sandboxOrder, sandboxOrderNumbers } from '../../domain/platforms/sandbox-store';
import type { Platform } from '../../ports';
import type { SandboxChangeStore } from '../mongo/sandbox-change-store';

const PAGE = 100;

/**
 * Creates the adapter for sandbox stores, which have no real shop. New orders come at a steady rate. An order is the
 * same at every reading, except for changes that people made.
 */
export const createSandboxPlatform = (
  changes: Pick<SandboxChangeStore, 'find' | 'list'>,
): Platform<Extract<StoreAccess, { platform: 'sandbox' }>> => ({
  verify: async (access) => access,
  fetchOrders: async ({ accountId, access: { ordersPerDay } }, window, cursor) => {
    const { first, last } = sandboxOrderNumbers(window, ordersPerDay);
    const start = cursor === undefined ? first : Number(cursor);
    const end = Math.min(start + PAGE - 1, last);
    const changed = await changes.list(accountId, window);
    const isChanged = new Set(changed.map(({ number }) => number));
    const orders: (PlatformOrder | undefined)[] = [];
    for (let number = start; number <= end; number += 1) {
      if (!isChanged.has(number)) orders.push(sandboxOrder(accountId, number, ordersPerDay, window));
    }
    // The first page also contains all changed orders, whenever they were placed.
    if (cursor === undefined) {
      for (const change of changed) orders.push(changedSandboxOrder(accountId, change, ordersPerDay));
    }
    const found = orders.filter((order) => order !== undefined);
    return { orders: found, bytes: 0, ...(end < last ? { nextCursor: String(end + 1) } : {}) };
  },
  /** Returns undefined for an order that nobody has changed. */
  fetchOrder: async ({ accountId, access: { ordersPerDay } }, externalId) => {
    const change = await changes.find(accountId, Number(externalId));
    return change ? changedSandboxOrder(accountId, change, ordersPerDay) : undefined;
  },
  // Sandbox stores have no shop to notify.
  fulfill: async (_, { purchaseId }) => [purchaseId],
  withdraw: async () => undefined,
});
