import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { wrapCollection } from '@parcelyard/testing/wrap-calls';
import { createQuotaWindows } from '../src/adapters/mongo/quota-windows';

const SECONDS = 60;
const START = Date.parse('2026-03-02T12:00:00Z');
const at = (second: number) => new Date(START + second * 1_000);

let database: TestDatabase;
let made = 0;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

/**
 * Uses a quota once at each of these times, in seconds. Returns the store, and the key under which the uses are stored.
 */
async function aWindow(limit: number, seconds: readonly number[]) {
  const windows = createQuotaWindows(database.db);
  const key = `window-${++made}`;
  const use = (second: number, most = limit) =>
    windows.use(key, { limit: most, seconds: SECONDS }, at(second));
  const uses = [];
  for (const second of seconds) uses.push(await use(second));
  return { windows, key, use, uses };
}

test('a caller is refused until the oldest counted use is older than the period', async () => {
  const { use } = await aWindow(3, [0, 10, 20]);
  expect(await use(30)).toEqual({ counted: false, roomAt: at(SECONDS) });
  expect(await use(SECONDS)).toMatchObject({ counted: true });
  expect(await use(SECONDS + 1)).toEqual({ counted: false, roomAt: at(SECONDS + 10) });
});

test('a use that another process gives back after the refused update makes room', async () => {
  const { windows, key, uses } = await aWindow(3, [0, 10, 20]);
  const [first] = uses;
  if (!first?.counted) throw new Error('not counted');
  const releasing = wrapCollection(database.db, 'quota_windows', (method, call) => async (...inputs) => {
    if (method === 'findOne') await windows.release(key, first.id);
    return call(...inputs);
  });
  const outcome = await createQuotaWindows(releasing).use(key, { limit: 3, seconds: SECONDS }, at(30));
  expect(outcome).toMatchObject({ counted: true });
});

test('a use counts for its own period only, when a process with a slower clock stored it after a newer one', async () => {
  const { use } = await aWindow(2, [5, 0]);
  expect(await use(SECONDS + 1)).toMatchObject({ counted: true });
  expect(await use(SECONDS + 2)).toEqual({ counted: false, roomAt: at(SECONDS + 5) });
});

test('after the operator has reduced a quota, a caller who goes on gets the new limit in the next period', async () => {
  const { use } = await aWindow(6, [0, 1, 2, 3, 4, 5]);
  expect(await use(30, 2)).toEqual({ counted: false, roomAt: at(SECONDS + 4) });
  const counted = [];
  for (let second = SECONDS; second < 2 * SECONDS; second += 1)
    if ((await use(second, 2)).counted) counted.push(second);
  // The limit was reduced from 6 to 2. A new use is counted when the oldest of the six old uses is too old to count.
  // Then only two uses stay stored: the newest old use and the new use.
  expect(counted).toEqual([SECONDS, SECONDS + 5]);
});
