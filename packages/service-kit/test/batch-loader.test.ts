import { createBatchLoader, createKeyedBatcher } from '../src/batch-loader';

/** Creates a service that answers only when a test releases it. */
function heldService() {
  const batches: { items: number[]; release(): void; fail(error: Error): void }[] = [];
  const send = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ items, release: () => resolve(items.map((item) => `answer ${item}`)), fail: reject });
    });
  return { batches, send };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('concurrent callers', () => {
  it('in one turn share a call, and each gets its own answer', async () => {
    const { batches, send } = heldService();
    const ask = createBatchLoader({ send, maxBatch: 10, maxInFlight: 1 });
    const answers = Promise.all([ask(1), ask(2), ask(3)]);
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    batches[0]?.release();
    expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('are not waited for by a single caller', async () => {
    const { batches, send } = heldService();
    const ask = createBatchLoader({ send, maxBatch: 10, maxInFlight: 1 });
    void ask(1);
    await turn();
    expect(batches).toHaveLength(1);
  });

  it('wait for the next call together while all calls are running', async () => {
    const { batches, send } = heldService();
    const ask = createBatchLoader({ send, maxBatch: 10, maxInFlight: 2 });
    const asked: Promise<string>[] = [];
    for (const item of [1, 2, 3, 4, 5]) {
      asked.push(ask(item));
      await turn();
    }
    expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
    batches[1]?.release();
    await asked[1];
    await turn();
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 5]]);
    batches[0]?.release();
    batches[2]?.release();
    expect(await Promise.all(asked)).toEqual([1, 2, 3, 4, 5].map((item) => `answer ${item}`));
  });

  it('are split over several calls above the batch limit', async () => {
    const { batches, send } = heldService();
    const ask = createBatchLoader({ send, maxBatch: 2, maxInFlight: 5 });
    for (const item of [1, 2, 3, 4, 5]) void ask(item);
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('fail only with their own call', async () => {
    const { batches, send } = heldService();
    const ask = createBatchLoader({ send, maxBatch: 2, maxInFlight: 5 });
    const answers = Promise.allSettled([ask(1), ask(2), ask(3)]);
    await turn();
    batches[0]?.fail(new Error('down'));
    batches[1]?.release();
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('can make the next call after a failed one', async () => {
    const { batches, send } = heldService();
    const ask = createBatchLoader({ send, maxBatch: 2, maxInFlight: 1 });
    const first = ask(1);
    await turn();
    batches[0]?.fail(new Error('down'));
    await expect(first).rejects.toThrow('down');
    const second = ask(2);
    await turn();
    batches[1]?.release();
    expect(await second).toBe('answer 2');
  });

  it('get no answer from a call with a wrong number of answers', async () => {
    const ask = createBatchLoader({ send: async () => ['only one'], maxBatch: 5, maxInFlight: 1 });
    const answers = await Promise.allSettled([ask(1), ask(2)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

/** Creates work that ends only when a test releases it. */
function heldWork() {
  const calls: { key: string; items: readonly number[]; end(): void; fail(error: Error): void }[] = [];
  const work = (key: string, items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      calls.push({ key, items: [...items], end: () => resolve(items), fail: reject });
    });
  return { calls, work };
}

describe('work on one key', () => {
  it('runs one call at a time, and items that arrive meanwhile share the next call', async () => {
    const { calls, work } = heldWork();
    const gather = createKeyedBatcher(work);
    const first = gather('a', 1);
    await turn();
    const later = Promise.all([gather('a', 2), gather('a', 3)]);
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1]]);
    calls[0]?.end();
    await first;
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    calls[1]?.end();
    await later;
  });

  it('does not wait for another key', async () => {
    const { calls, work } = heldWork();
    const gather = createKeyedBatcher(work);
    void gather('a', 1);
    void gather('b', 2);
    await turn();
    expect(calls.map(({ key, items }) => [key, items])).toEqual([
      ['a', [1]],
      ['b', [2]],
    ]);
  });

  it('fails only its own items, and the next call runs', async () => {
    const { calls, work } = heldWork();
    const gather = createKeyedBatcher(work);
    const both = Promise.allSettled([gather('a', 1), gather('a', 2)]);
    await turn();
    const next = gather('a', 3);
    calls[0]?.fail(new Error('gone'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await turn();
    calls[1]?.end();
    await next;
    expect(calls.map(({ items }) => items)).toEqual([[1, 2], [3]]);
  });
});
