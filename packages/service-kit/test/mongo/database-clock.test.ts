import { eventually } from '@parcelyard/testing/eventually';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import { type DatabaseClock, startDatabaseClock, timeOf } from '../../src/mongo/start-database-clock';

const clocks: DatabaseClock[] = [];
const start = async (...options: Parameters<typeof startDatabaseClock>) => {
  const clock = await startDatabaseClock(...options);
  clocks.push(clock);
  return clock;
};
afterEach(() => {
  for (const clock of clocks.splice(0)) clock.stop();
});

const logger = silentLogger;

test('two machines whose clocks differ by 30 seconds get the same time', async () => {
  const database = new FakeClock();
  const ask = async () => database.now();
  const [here, there] = await Promise.all(
    [0, 30_000].map((ahead) => start({ ask, logger, local: () => database.now().getTime() + ahead })),
  );
  database.advance(12_345);
  expect(here?.now()).toEqual(database.now());
  expect(there?.now()).toEqual(database.now());
});

test('the time is that of the database, to within half of the round trip', async () => {
  const database = new FakeClock();
  const ask = async () => {
    database.advance(300);
    const time = database.now();
    database.advance(100);
    return time;
  };
  const clock = await start({ ask, logger, local: () => database.now().getTime() });
  expect(Math.abs(clock.now().getTime() - database.now().getTime())).toBeLessThanOrEqual(200);
});

test('a database whose clock was set is followed, and one that does not answer is not waited for', async () => {
  const database = new FakeClock();
  let ahead = 0;
  let answers = true;
  const ask = async () => {
    if (!answers) throw new Error('no answer');
    return new Date(database.now().getTime() + ahead);
  };
  const clock = await start({ ask, logger, local: () => database.now().getTime(), intervalMs: 5 });
  const wasSet = jest.fn();
  clock.onSet?.(wasSet);
  ahead = 60_000;
  await eventually(() => expect(clock.now().getTime()).toBe(database.now().getTime() + 60_000));
  expect(wasSet).toHaveBeenCalledTimes(1);
  answers = false;
  database.advance(1_000);
  expect(clock.now().getTime()).toBe(database.now().getTime() + 60_000);
});

test('a real database returns its time', async () => {
  const database = await startTestDatabase();
  const clock = await start({ ask: timeOf(database.db), logger });
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
  await database.close();
});
