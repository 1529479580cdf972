import type { OrderRow } from '@parcelyard/contracts/orders';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';

/** Pages of lists as they were at a revision of their account's counters. */
export interface PageCache {
  /** The page kept, or being read, for this revision; otherwise what `load` reads. Shared by every caller, and frozen. */
  get(key: string, revision: number, load: () => Promise<OrderRow[]>): Promise<OrderRow[]>;
}

interface Page {
  revision: number;
  orders: Promise<OrderRow[]>;
}

/** @param most pages kept; the one that was not asked for the longest leaves first */
export function createPageCache(most: number): PageCache {
  const pages = new BoundedMap<string, Page>(most);

  const read = (key: string, revision: number, load: () => Promise<OrderRow[]>): Page => {
    const page = { revision, orders: load().then(frozen) };
    page.orders.catch(() => {
      if (pages.get(key) === page) pages.delete(key);
    });
    return page;
  };

  return {
    get: (key, revision, load) => {
      const kept = pages.get(key);
      const page = kept?.revision === revision ? kept : read(key, revision, load);
      pages.set(key, page);
      return page.orders;
    },
  };
}

function frozen(orders: OrderRow[]): OrderRow[] {
  for (const order of orders) Object.freeze(order);
  return Object.freeze(orders) as OrderRow[];
}
