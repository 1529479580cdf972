import { gatherByKey } from '../src/gather-by-key';

/** Work that ends only when it is told to. */
function heldWork() {
  const calls: { key: string; items: readonly number[]; end(): void; fail(error: Error): void }[] = [];
  const work = (key: string, items: readonly number[]) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ key, items: [...items], end: resolve, fail: reject });
    });
  return { calls, work };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('work on one key', () => {
  it('goes one call at a time; what comes meanwhile goes together', async () => {
    const { calls, work } = heldWork();
    const gather = gatherByKey(work);
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
    const gather = gatherByKey(work);
    void gather('a', 1);
    void gather('b', 2);
    await turn();
    expect(calls.map(({ key, items }) => [key, items])).toEqual([
      ['a', [1]],
      ['b', [2]],
    ]);
  });

  it('that fails, fails those in it, and the next goes on', async () => {
    const { calls, work } = heldWork();
    const gather = gatherByKey(work);
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
