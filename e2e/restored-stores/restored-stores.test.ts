import type { ModelService } from '../../services/shipping/test/model/money-world';
import { playSchedules } from '../../services/shipping/test/model/play-schedules';
import { runRestores } from './run-restores';

jest.mock('node:timers/promises', () => ({ setTimeout: () => new Promise(() => undefined) }));
playSchedules();

/** A third of each; INTERLEAVINGS=20000 for a long look. */
const COUNT = Math.ceil(Number(process.env.INTERLEAVINGS ?? 300) / 3);

test.each<ModelService>(['orders', 'shipping', 'billing'])(
  'a database of %s that is put back in the middle loses no money and no label of others, once the runbook is done',
  async (only) => {
    expect(await runRestores({ count: COUNT, seed: 13, only })).toBeUndefined();
  },
  1_800_000,
);
