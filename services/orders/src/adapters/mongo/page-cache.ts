import type { OrderRow } from '../../domain/order';

/** Pages of lists as they were at a revision of their account's counters. */
export interface PageCache {
  get(key: string, revision: number): OrderRow[] | undefined;
  set(key: string, revision: number, orders: OrderRow[]): void;
}

/** @param most pages kept; the one that was not asked for the longest leaves first */
export function createPageCache(most: number): PageCache {
  const pages = new Map<string, { revision: number; orders: OrderRow[] }>();
  return {
    get: (key, revision) => {
      const page = pages.get(key);
      if (page?.revision !== revision) return undefined;
      pages.delete(key);
      pages.set(key, page);
      return page.orders;
    },
    set: (key, revision, orders) => {
      pages.delete(key);
      // Shared by every caller from now on.
      for (const order of orders) Object.freeze(order);
      pages.set(key, { revision, orders });
      if (pages.size <= most) return;
      const [oldest] = pages.keys();
      if (oldest !== undefined) pages.delete(oldest);
    },
  };
}
