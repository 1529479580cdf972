interface Options<Item, Result> {
  /** Answers the items in their order. */
  send(items: Item[]): Promise<readonly Result[]>;
  maxBatch: number;
  /** Calls under way at once. While all are, arriving items gather for the next one. */
  maxInFlight: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Lets concurrent callers share one call: everything that arrives within one turn of the event loop goes out together.
 * A lone caller waits for nothing but the end of that turn.
 */
export function coalesce<Item, Result>(options: Options<Item, Result>): (item: Item) => Promise<Result> {
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

async function deliver<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  send: (items: Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await send(batch.map(({ item }) => item));
    // Fewer answers than questions would hand somebody another's answer: nobody gets one.
    if (results.length !== batch.length) throw new Error('A batched call answered another number of items.');
    batch.forEach(({ resolve }, position) => {
      resolve(results[position] as Result);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
