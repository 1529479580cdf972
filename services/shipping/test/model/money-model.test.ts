import { playSchedules } from './play-schedules';
import { runInterleavings } from './run-interleavings';

jest.mock('node:timers/promises', () => ({ setTimeout: () => new Promise(() => undefined) }));
playSchedules();

/**
 * The rarest fault of `guards.test.ts` appears once in some 2,000 of them; `proofs.yml` looks at 60,000 each week, and
 * who changes the money path at 100,000.
 */
const COUNT = Number(process.env.INTERLEAVINGS ?? 4_000);

test('whatever is lost, late, repeated or killed: cards, ledger, labels and locks agree in the end', async () => {
  expect(await runInterleavings({ count: COUNT, seed: 11 })).toBeUndefined();
}, 3_600_000);
