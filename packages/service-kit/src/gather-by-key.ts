interface Batch<Item> {
  items: Item[];
  done: Promise<void>;
}

/**
 * Work on one key goes one call at a time, and what is asked for meanwhile goes together in the next: many small writes
 * of one document become few, and none of this process meets another. A failed call fails everybody in it, nobody else.
 */
export function gatherByKey<Key, Item>(
  work: (key: Key, items: readonly Item[]) => Promise<void>,
): (key: Key, item: Item) => Promise<void> {
  const gathering = new Map<Key, Batch<Item>>();
  const underWay = new Map<Key, Promise<void>>();

  const begin = (key: Key, item: Item): Batch<Item> => {
    const items = [item];
    const done = (underWay.get(key) ?? Promise.resolve()).then(() => {
      gathering.delete(key);
      return work(key, items);
    });
    const ended = done
      .catch(() => undefined)
      .then(() => {
        if (underWay.get(key) === ended) underWay.delete(key);
      });
    underWay.set(key, ended);
    return { items, done };
  };

  return (key, item) => {
    const batch = gathering.get(key);
    if (batch) {
      batch.items.push(item);
      return batch.done;
    }
    const begun = begin(key, item);
    gathering.set(key, begun);
    return begun.done;
  };
}
