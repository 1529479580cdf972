import type { ModelService } from '../../services/shipping/test/model/money-world';
import { playSchedules } from '../../services/shipping/test/model/play-schedules';
import { runRestores } from './run-restores';

jest.mock('node:timers/promises', () => ({ setTimeout: () => new Promise(() => undefined) }));
playSchedules();

/** Each of the four tests gets a quarter of the runs. Use INTERLEAVINGS=20000 for a long run. */
const COUNT = Math.ceil(Number(process.env.INTERLEAVINGS ?? 300) / 4);

test.each<ModelService>(['orders', 'shipping', 'billing'])(
  'a database of %s that is restored in the middle loses no money and no label of others after the runbook',
  async (only) => {
    expect(await runRestores({ count: COUNT, seed: 13, only: [only] })).toBeUndefined();
  },
  1_800_000,
);

test('two databases that are restored to different times lose no more than each of them', async () => {
  const only = [
    ['orders', 'shipping'],
    ['orders', 'billing'],
    ['shipping', 'billing'],
  ] as const;
  expect(await runRestores({ count: COUNT, seed: 13, only })).toBeUndefined();
}, 1_800_000);
