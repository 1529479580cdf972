import { createRevisionCache } from '../src/adapters/mongo/revision-cache';
import { toRow } from '../src/domain/order';
import { domainOrder } from './support/order-builder';

const page = (name: string) => ({
  orders: [{ ...toRow(domainOrder()), name }],
  total: 1,
  status: 'ChooseShipping',
});

describe('cached pages of lists', () => {
  const counting = (name: string) => {
    const counted = {
      loads: 0,
      load: async () => {
        counted.loads += 1;
        return page(name);
      },
    };
    return counted;
  };

  it('are read once for each revision, for all requests', async () => {
    const cache = createRevisionCache<ReturnType<typeof page>>(10);
    const source = counting('a');
    const [one, two] = await Promise.all([cache.get('k', 1, source.load), cache.get('k', 1, source.load)]);
    expect(await cache.get('k', 1, source.load)).toBe(one);
    expect(two).toBe(one);
    expect(source.loads).toBe(1);
  });

  it('are read again for another revision, and callers cannot change them', async () => {
    const cache = createRevisionCache<ReturnType<typeof page>>(10);
    await cache.get('k', 1, counting('old').load);
    const fresh = await cache.get('k', 2, counting('new').load);
    expect(fresh).toMatchObject(page('new'));
    expect(() => Object.assign(fresh, { total: 2 })).toThrow();
    expect(() => fresh.orders.push(...page('x').orders)).toThrow();
    expect(() => Object.assign(fresh.orders[0] ?? {}, { name: 'x' })).toThrow();
  });

  it('are not cached when the read failed', async () => {
    const cache = createRevisionCache<ReturnType<typeof page>>(10);
    await expect(cache.get('k', 1, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect((await cache.get('k', 1, counting('a').load)).orders).toHaveLength(1);
  });

  it('are removed above the limit, least recently used first', async () => {
    const cache = createRevisionCache<ReturnType<typeof page>>(2);
    const [a, b] = [counting('a'), counting('b')];
    await cache.get('a', 1, a.load);
    await cache.get('b', 1, b.load);
    await cache.get('a', 1, a.load);
    await cache.get('c', 1, counting('c').load);
    await cache.get('a', 1, a.load);
    await cache.get('b', 1, b.load);
    expect([a.loads, b.loads]).toEqual([1, 2]);
  });
});
