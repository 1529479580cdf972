import type { ListOrdersResponse } from '@parcelyard/contracts/orders';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';

/** Pages of lists as they were at a revision of their account's counters; the channel encodes a kept answer once. */
export interface PageCache {
  /** The page kept, or being read, for this revision; otherwise what `load` reads. Shared by every caller, and frozen. */
  get(key: string, revision: number, load: () => Promise<ListOrdersResponse>): Promise<ListOrdersResponse>;
}

interface Page {
  revision: number;
  answer: Promise<ListOrdersResponse>;
}

/** @param most pages kept; the one that was not asked for the longest leaves first */
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
