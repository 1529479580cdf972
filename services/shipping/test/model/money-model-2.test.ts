import { playSchedules } from './play-schedules';
import { runInterleavings } from './run-interleavings';

jest.mock('node:timers/promises', () => ({ setTimeout: () => new Promise(() => undefined) }));
playSchedules();

/** The other half of `money-model.test.ts`: another seed, on another core. */
const COUNT = Number(process.env.INTERLEAVINGS ?? 10_000) / 2;

test('from another seed, too: cards, ledger, labels and locks agree in the end', async () => {
  expect(await runInterleavings({ count: COUNT, seed: 12 })).toBeUndefined();
}, 600_000);
