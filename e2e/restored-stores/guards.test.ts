import { playSchedules } from '../../services/shipping/test/model/play-schedules';
import { runRestores } from './run-restores';

jest.mock('node:timers/promises', () => ({ setTimeout: () => new Promise(() => undefined) }));
/** The length in bytes of the random part of a purchase's id. */
const mockIds = { bytes: 6, areRandom: true };
jest.mock('node:crypto', () => {
  const actual = jest.requireActual<typeof import('node:crypto')>('node:crypto');
  const randomBytes = (size: number) =>
    size === mockIds.bytes && !mockIds.areRandom ? Buffer.alloc(size) : actual.randomBytes(size);
  return { ...actual, randomBytes };
});
afterEach(() => {
  mockIds.areRandom = true;
});
playSchedules();

/** The maximum number of runs. The faults that these tests expect appear after far fewer runs. */
const COUNT = 1_000;

test.each([
  ['orders', 2],
  ['billing', 5],
] as const)(
  'the model fails when %s was restored and callers are allowed before the runbook',
  async (only, seed) => {
    const broken = await runRestores({ count: COUNT, seed, only: [only], withoutRunbook: true });
    expect(broken?.fault).toEqual(expect.any(String));
  },
);

test('the model fails without the random part of purchase ids', async () => {
  mockIds.areRandom = false;
  const broken = await runRestores({ count: COUNT, seed: 5, only: ['shipping'] });
  expect(broken?.fault).toMatch(/is the id of two purchases/);
});
