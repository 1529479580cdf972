import { batchReads } from '../src/adapters/mongo/batch-reads';

/** A query that ends when the test says so. */
function controlled() {
  const queries: { keys: readonly number[]; end(error?: Error): void }[] = [];
  const load = (keys: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(keys.map((key) => `value ${key}`)));
      queries.push({ keys, end });
    });
  return { queries, load };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('reads that come at the same time', () => {
  it('wait for one query together while as many run as may', async () => {
    const { queries, load } = controlled();
    const read = batchReads({ load, inFlight: 2, most: 10 });
    const answers = Promise.all([1, 2, 3, 4, 5].map(read));
    expect(queries.map(({ keys }) => keys)).toEqual([[1], [2]]);
    queries[0]?.end();
    await turn();
    expect(queries[2]?.keys).toEqual([3, 4, 5]);
    for (const query of queries) query.end();
    expect(await answers).toEqual([1, 2, 3, 4, 5].map((key) => `value ${key}`));
  });

  it('are answered by a query that began after they were asked', async () => {
    const { queries, load } = controlled();
    const read = batchReads({ load, inFlight: 1, most: 10 });
    const early = read(1);
    const late = read(1);
    queries[0]?.end();
    await early;
    await turn();
    expect(queries.map(({ keys }) => keys)).toEqual([[1], [1]]);
    queries[1]?.end();
    expect(await late).toBe('value 1');
  });

  it('a query takes no more keys than it may', async () => {
    const { queries, load } = controlled();
    const read = batchReads({ load, inFlight: 1, most: 2 });
    const answers = Promise.all([1, 2, 3, 4].map(read));
    for (let query = 0; query < 3; query += 1) {
      queries[query]?.end();
      await turn();
    }
    expect(queries.map(({ keys }) => keys)).toEqual([[1], [2, 3], [4]]);
    await answers;
  });

  it('fail together with their query, and only with it', async () => {
    const { queries, load } = controlled();
    const read = batchReads({ load, inFlight: 1, most: 10 });
    const first = read(1);
    const second = read(2);
    queries[0]?.end(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await turn();
    queries[1]?.end();
    expect(await second).toBe('value 2');
    const third = read(3);
    queries[2]?.end();
    expect(await third).toBe('value 3');
  });
});
