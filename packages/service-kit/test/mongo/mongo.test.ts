import { eventually } from '@parcelyard/testing/eventually';
import { startShardedDatabase } from '@parcelyard/testing/start-sharded-database';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { connectMongo } from '../../src/mongo/connect-mongo';
import { ensureIndexes } from '../../src/mongo/ensure-indexes';
import { isDuplicateKey } from '../../src/mongo/is-duplicate-key';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database?.close());

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a duplicate key', () => {
  beforeAll(() =>
    ensureIndexes(database.db, {
      things: [
        { key: { accountId: 1, number: 1 }, unique: true },
        { key: { accountId: 1, name: 1 }, unique: true },
      ],
    }),
  );

  it('is recognized by its index', async () => {
    const things = database.db.collection('things');
    await things.insertOne({ accountId: 1, number: 1, name: 'one' });
    const error = await failure(things.insertOne({ accountId: 1, number: 2, name: 'one' }));
    expect(isDuplicateKey(error)).toBe(true);
    expect(isDuplicateKey(error, ['accountId', 'name'])).toBe(true);
    expect(isDuplicateKey(error, ['accountId', 'number'])).toBe(false);
    expect(isDuplicateKey(error, ['accountId'])).toBe(false);
    expect(isDuplicateKey(error, ['name', 'accountId'])).toBe(false);
  });

  it('is distinguished from every other failure', async () => {
    const error = await failure(database.db.collection('things').updateOne({}, { $set: { _id: 1, a: 1 } }));
    expect(error).toBeDefined();
    expect(isDuplicateKey(error)).toBe(false);
    expect(isDuplicateKey(new Error('E11000'))).toBe(false);
    expect(isDuplicateKey(undefined)).toBe(false);
  });
});

describe('indexes', () => {
  const plan = { planned: [{ key: { accountId: 1, at: -1 }, name: 'newest' }], bare: [] } as const;

  it('are created once, for any number of starts and replicas', async () => {
    await Promise.all(Array.from({ length: 4 }, () => ensureIndexes(database.db, plan)));
    await ensureIndexes(database.db, plan);
    const names = (await database.db.collection('planned').indexes()).map(({ name }) => name);
    expect(names.sort()).toEqual(['_id_', 'newest']);
  });

  it('that contradict existing ones are refused', async () => {
    await ensureIndexes(database.db, plan);
    const other = { planned: [{ key: { accountId: 1, at: 1 }, name: 'newest' }] } as const;
    await expect(ensureIndexes(database.db, other)).rejects.toThrow();
  });
});

describe('a connection', () => {
  it('reports whether its server answers', async () => {
    const { uri, name } = database;
    const connection = await connectMongo({ uri, database: name });
    await eventually(async () => expect(await connection.isReachable()).toBe(true));
    await connection.close();
    expect(await connection.isReachable()).toBe(false);
  });

  it('leaves out undefined values', async () => {
    const things = database.db.collection<{ _id: number; gone?: string | undefined }>('sparse');
    await things.insertOne({ _id: 1, gone: undefined });
    expect(await things.findOne({ _id: 1 })).toEqual({ _id: 1 });
  });
});

it('delays no other shard with eighty commands that wait for one shard, and still checks the router', async () => {
  const sharded = await startShardedDatabase();
  const things = sharded.db.collection('things');
  sharded.takeAway(1);
  const held = Array.from({ length: 80 }, () => things.findOne({ accountId: 1 }));
  await eventually(() => expect(sharded.waiting()).toBeGreaterThanOrEqual(32));
  expect(await things.findOne({ accountId: 2 })).toBeNull();
  await eventually(async () => expect(await sharded.isReachable()).toBe(true));
  sharded.bringBack();
  await Promise.all(held);
  await sharded.close();
});

it('checks idle connections every ten seconds, which the driver cannot do', async () => {
  const { topology } = database.client as unknown as Driver;
  const [server] = topology.s.servers.values();
  expect(server?.pool.options.minPoolSizeCheckFrequencyMS).toBe(10_000);
});

/** The MongoDB driver's private fields. When a new version of the driver moves them, check connectMongo again. */
interface Driver {
  topology: { s: { servers: Map<string, { pool: { options: { minPoolSizeCheckFrequencyMS: number } } }> } };
}
