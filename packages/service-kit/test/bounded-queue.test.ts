import { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';

/** Creates work that ends only when a test releases it. */
function heldWork() {
  const releases: (() => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => releases.push(() => resolve(name)));
  };
  const settle = async () => {
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    for (await turn(); releases.length > 0; await turn()) releases.shift()?.();
  };
  return { work, begun, settle };
}

describe('a bounded queue', () => {
  it('runs up to its limit at one time, in the order of arrival', async () => {
    const queue = new BoundedQueue({ concurrency: 2, waiting: 3 });
    const { work, begun, settle } = heldWork();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => queue.run(work(name)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['a', 'b']);
    expect(queue.size).toEqual({ running: 2, waiting: 3 });
    await settle();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(queue.size).toEqual({ running: 0, waiting: 0 });
  });

  it('refuses work above its limit with the seconds to wait, and accepts work again afterwards', async () => {
    const queue = new BoundedQueue({ concurrency: 1, waiting: 1 });
    const { work, begun, settle } = heldWork();
    const taken = [queue.run(work('a')), queue.run(work('b'))];
    await expect(queue.run(work('c'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    await settle();
    await Promise.all(taken);
    const after = queue.run(work('d'));
    await settle();
    expect(await after).toBe('d');
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('continues after failed work', async () => {
    const queue = new BoundedQueue({ concurrency: 1, waiting: 1 });
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(async () => 'yes')).toBe('yes');
  });

  it('never begins work whose caller has timed out', async () => {
    const queue = new BoundedQueue({ concurrency: 1, waiting: 5 });
    const { work, begun, settle } = heldWork();
    const first = queue.run(work('a'));
    const gone = new AbortController();
    const second = queue.run(work('b'), gone.signal);
    const third = queue.run(work('c'));
    gone.abort();
    await expect(second).rejects.toMatchObject({ code: 'unavailable' });
    await expect(queue.run(work('d'), gone.signal)).rejects.toMatchObject({ code: 'unavailable' });
    await settle();
    await Promise.all([first, third]);
    expect(begun).toEqual(['a', 'c']);
  });
});
