import { BoundedMap } from '../src/bounded-map';

test('above the limit the entry that was set first is removed', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

test('a large map keeps at least seven eighths of its entries, the newest ones', () => {
  const map = new BoundedMap<number, true>(16);
  for (let key = 0; key <= 16; key += 1) map.set(key, true);
  expect([...map.keys()]).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
});
