import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import type { Db } from 'mongodb';
import { type Migration, runMigrations } from '../../src/mongo/run-migrations';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(() => database.db.dropDatabase());
afterAll(() => database?.close());

const clock = new FakeClock();
const start = (migrations: readonly Migration[]) =>
  runMigrations(database.db, migrations, { clock, logger: silentLogger, lookMs: 5 });
const things = () => database.db.collection<{ _id: number; size?: string; weight?: number }>('things');

/**
 * Returns two migrations that add the fields of later versions to documents of 0.1.0. `runs` gets an entry at each run
 * of either migration.
 */
function twoMigrations() {
  const runs: string[] = [];
  const setAbsent = (field: string, value: unknown) => async (db: Db) => {
    runs.push(field);
    await db.collection('things').updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
  };
  const migrations: readonly Migration[] = [
    { name: '0001-things-have-a-size', run: setAbsent('size', 'm') },
    { name: '0002-things-have-a-weight', run: setAbsent('weight', 1) },
  ];
  return { runs, migrations };
}

it('an empty database gets the newest version, and no start runs a migration again', async () => {
  const { runs, migrations } = twoMigrations();
  await start(migrations);
  await start(migrations);
  expect(runs).toEqual(['size', 'weight']);
});

it('a service without migrations stores nothing', async () => {
  await start([]);
  expect(await database.db.listCollections().toArray()).toEqual([]);
});

it('documents of 0.1.0 are changed, and documents of a newer version stay', async () => {
  await things().insertMany([{ _id: 1 }, { _id: 2, size: 'xl' }]);
  await start(twoMigrations().migrations);
  expect(await things().find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 1, size: 'm', weight: 1 },
    { _id: 2, size: 'xl', weight: 1 },
  ]);
});

it('a later version runs only new migrations', async () => {
  const { runs, migrations } = twoMigrations();
  await start(migrations.slice(0, 1));
  await start(migrations);
  expect(runs).toEqual(['size', 'weight']);
});

it('of replicas that start together, one runs each migration, and none is ready before it is done', async () => {
  let running = 0;
  let most = 0;
  let done = false;
  const slow: Migration = {
    name: '0001-slow',
    run: async (db) => {
      most = Math.max(most, ++running);
      for (let looks = 0; looks < 20; looks += 1) await db.command({ ping: 1 });
      running -= 1;
      done = true;
    },
  };
  const ready = await Promise.all(Array.from({ length: 4 }, () => start([slow]).then(() => done)));
  expect({ ready, most }).toEqual({ ready: [true, true, true, true], most: 1 });
});

it('a failed migration prevents the start, and the next start runs it again', async () => {
  const { runs, migrations } = twoMigrations();
  let fails = true;
  const failing: Migration = {
    name: '0001-fails-once',
    run: async () => {
      if (fails) throw new Error('The disk is full.');
      runs.push('mended');
    },
  };
  const all = [failing, ...migrations.slice(1)];
  await expect(start(all)).rejects.toThrow('The migration 0001-fails-once failed.');
  expect(runs).toEqual([]);
  fails = false;
  await start(all);
  expect(runs).toEqual(['mended', 'weight']);
});

it('a migration whose replica died runs again after its lease', async () => {
  const { runs, migrations } = twoMigrations();
  const leaseUntil = new Date(clock.now().getTime() + 60_000);
  const left = { _id: '0001-things-have-a-size', accountId: 0, leaseUntil };
  await database.db.collection<typeof left>('migrations').insertOne(left);
  const started = start(migrations);
  clock.advance(60_001);
  await started;
  expect(runs).toEqual(['size', 'weight']);
});

it('a migration number that is not the next one is a program error', async () => {
  const { migrations } = twoMigrations();
  await expect(start(migrations.slice(1))).rejects.toThrow(
    '0002-things-have-a-weight must begin with its number, 0001',
  );
});
