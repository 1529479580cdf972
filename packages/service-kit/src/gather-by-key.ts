import { coalesce } from './coalesce';

interface Lane<Item> {
  ask(item: Item): Promise<void>;
  waiting: number;
}

/**
 * Work on one key goes one call at a time, and what is asked for meanwhile goes together in the next: many small writes
 * of one document become few, and none of this process meets another. A failed call fails everybody in it, nobody else.
 */
export function gatherByKey<Key, Item>(
  work: (key: Key, items: readonly Item[]) => Promise<void>,
): (key: Key, item: Item) => Promise<void> {
  const lanes = new Map<Key, Lane<Item>>();

  const open = (key: Key): Lane<Item> => {
    const send = async (items: Item[]) => {
      await work(key, items);
      return items.map(() => undefined);
    };
    return { ask: coalesce({ send, maxBatch: Number.POSITIVE_INFINITY, maxInFlight: 1 }), waiting: 0 };
  };

  return async (key, item) => {
    const lane = lanes.get(key) ?? open(key);
    lanes.set(key, lane);
    lane.waiting += 1;
    try {
      await lane.ask(item);
    } finally {
      lane.waiting -= 1;
      if (lane.waiting === 0) lanes.delete(key);
    }
  };
}
