interface Options<K, V> {
  /** One query for all keys; answers in their order, undefined for what is not there. */
  load(keys: readonly K[]): Promise<readonly (V | undefined)[]>;
  /** Queries at one time; a key that comes while so many run waits for the next. */
  inFlight: number;
  /** Keys a query. */
  most: number;
}

interface Waiting<K, V> {
  key: K;
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
}

/**
 * Turns reads of single documents that come at the same time into few queries, whose fixed cost is most of the work.
 * Every read is answered by a query that began after it was asked, so nobody sees an older state than alone.
 */
export function batchReads<K, V>({
  load,
  inFlight,
  most,
}: Options<K, V>): (key: K) => Promise<V | undefined> {
  let waiting: Waiting<K, V>[] = [];
  let running = 0;

  const run = async () => {
    running += 1;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const values = await load(batch.map(({ key }) => key));
        for (const [index, { resolve }] of batch.entries()) resolve(values[index]);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running -= 1;
  };

  return (key) =>
    new Promise<V | undefined>((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (running < inFlight) void run();
    });
}
