import { MIXES } from '../growth-model/calibrate';
import { KINDS } from '../growth-model/kinds';
import { leastSquares } from '../growth-model/least-squares';

it('costs are computed from mixes that have exactly those costs, and none is negative', () => {
  const costs = KINDS.map((_, place) => place);
  const rows = MIXES.map((mix) => [...KINDS.map((kind) => mix[kind]), 1]);
  const idle = 3;
  const values = rows.map((row) =>
    row.reduce((sum, count, place) => sum + count * (costs[place] ?? idle), 0),
  );
  const found = leastSquares(rows, values, rows[0]?.map(() => true) ?? []);
  [...costs, idle].forEach((cost, place) => {
    expect(found[place]).toBeCloseTo(cost, 3);
  });
  const none = leastSquares(
    rows,
    values.map((value) => -value),
    rows[0]?.map(() => true) ?? [],
  );
  expect(none).toEqual([...KINDS, 'idle'].map(() => 0));
});

it('each kind is frequent in half of the mixes, and together with every other kind in a quarter', () => {
  const oftenIn = (kind: (typeof KINDS)[number]) => {
    const most = Math.max(...MIXES.map((mix) => mix[kind]));
    return MIXES.map((mix) => mix[kind] === most);
  };
  for (const one of KINDS) {
    expect(oftenIn(one).filter(Boolean)).toHaveLength(6);
    for (const other of KINDS.filter((kind) => kind !== one))
      expect(oftenIn(one).filter((often, run) => often && oftenIn(other)[run])).toHaveLength(3);
  }
});
