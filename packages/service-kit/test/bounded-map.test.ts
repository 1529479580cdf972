import { BoundedMap } from '../src/bounded-map';

test('of more entries than fit, the one that was set the longest ago leaves', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
