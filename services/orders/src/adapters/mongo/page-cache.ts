import type { ListOrdersResponse } from '@parcelyard/contracts/orders';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';

/** Pages of lists, each for a revision of its account's counters; the channel encodes a cached answer once. */
export interface PageCache {
  /**
   * The page of this revision, cached or being read; otherwise what `load` reads. All callers share it; it is frozen.
   */
  get(key: string, revision: number, load: () => Promise<ListOrdersResponse>): Promise<ListOrdersResponse>;
}

interface Page {
  revision: number;
  answer: Promise<ListOrdersResponse>;
}

/** @param most pages kept; the one that was unused for the longest is removed first */
export function createPageCache(most: number): PageCache {
  const pages = new BoundedMap<string, Page>(most);

  const read = (key: string, revision: number, load: () => Promise<ListOrdersResponse>): Page => {
    const page = { revision, answer: load().then(frozen) };
    page.answer.catch(() => {
      if (pages.get(key) === page) pages.delete(key);
    });
    return page;
  };

  return {
    get: (key, revision, load) => {
      const kept = pages.get(key);
      const page = kept?.revision === revision ? kept : read(key, revision, load);
      pages.set(key, page);
      return page.answer;
    },
  };
}

function frozen(answer: ListOrdersResponse): ListOrdersResponse {
  for (const order of answer.orders) Object.freeze(order);
  Object.freeze(answer.orders);
  return Object.freeze(answer);
}
