import { withoutDeadline } from './tracing/request-id';

interface Options<Item, Result> {
  /** Returns one result per item, in order. */
  send(items: Item[]): Promise<readonly Result[]>;
  maxBatch: number;
  /** Maximum concurrent calls. When all are running, new items wait for the next call. */
  maxInFlight: number;
}

interface KeyQueue<Item, Result> {
  add(item: Item): Promise<Result>;
  waiting: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Batches concurrent calls: items that arrive within one turn of the event loop are sent in one call. A single caller
 * waits only until the end of that turn.
 */
export function createBatchLoader<Item, Result>(
  options: Options<Item, Result>,
): (item: Item) => Promise<Result> {
  const { send, maxBatch, maxInFlight } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || waiting.length === 0 || inFlight >= maxInFlight) return;
    scheduled = true;
    setImmediate(flush);
  };

  const flush = () => {
    scheduled = false;
    while (waiting.length > 0 && inFlight < maxInFlight) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      inFlight += 1;
      void deliver(batch, send).finally(() => {
        inFlight -= 1;
        schedule();
      });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

/**
 * Runs one call at a time for each key. Items that arrive meanwhile share the next call. This merges many small writes
 * to one document, and avoids write conflicts within the process. A failed call fails only its own items.
 * @param work returns one result per item, in order
 */
export function createKeyedBatcher<Key, Item, Result>(
  work: (key: Key, items: readonly Item[]) => Promise<readonly Result[]>,
  maxBatch = Number.POSITIVE_INFINITY,
): (key: Key, item: Item) => Promise<Result> {
  const queues = new Map<Key, KeyQueue<Item, Result>>();

  const open = (key: Key): KeyQueue<Item, Result> => ({
    add: createBatchLoader({ send: (items: Item[]) => work(key, items), maxBatch, maxInFlight: 1 }),
    waiting: 0,
  });

  return async (key, item) => {
    const queue = queues.get(key) ?? open(key);
    queues.set(key, queue);
    queue.waiting += 1;
    try {
      return await queue.add(item);
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(key);
    }
  };
}

async function deliver<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  send: (items: Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    // The call runs for all callers, so the first caller's deadline must not apply: the other callers may have more
    // time.
    const results = await withoutDeadline(() => send(batch.map(({ item }) => item)));
    // With a wrong number of results, an item could get another item's result, so all items fail.
    if (results.length !== batch.length)
      throw new Error('A batched call returned a different number of items.');
    batch.forEach(({ resolve }, position) => {
      resolve(results[position] as Result);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
