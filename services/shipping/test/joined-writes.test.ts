import { toFailure } from '@parcelyard/service-kit/failure';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { eventually } from '@parcelyard/testing/eventually';
import { type ShardedDatabase, startShardedDatabase } from '@parcelyard/testing/start-sharded-database';
import { MongoClientBulkWriteError } from 'mongodb';
import { createJoinedWrites } from '../src/adapters/mongo/joined-writes';
import { processCrashingAt } from './support/crash';

interface Thing {
  _id: number;
  accountId: number;
  key: string;
  n: number;
}

describe('updates that are sent in one command', () => {
  let database: ShardedDatabase;
  beforeAll(async () => {
    database = await startShardedDatabase();
  });
  afterAll(() => database.close());

  it('each succeed, match nothing or fail separately', async () => {
    const things = database.db.collection<Thing>('things');
    await things.createIndex({ key: 1 }, { unique: true });
    await things.insertMany(
      Array.from({ length: 12 }, (_, _id) => ({ _id, accountId: _id, key: `k${_id}`, n: 0 })),
    );
    const write = createJoinedWrites(things);
    const add = (_id: number, key?: string) =>
      write({ _id, accountId: _id, n: 0 }, { $inc: { n: 1 }, ...(key && { $set: { key } }) });
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 8 }, (_, _id) => add(_id)),
      add(0),
      add(99),
      add(8, 'k9'),
      add(9),
    ]);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
      ...Array(8).fill(true),
      false,
      false,
      'failed',
      true,
    ]);
    const all = await things.find().sort({ _id: 1 }).toArray();
    expect(all.map(({ n }) => n)).toEqual([...Array(8).fill(1), 0, 1, 0, 0]);
    expect(all[8]?.key).toBe('k8');
  });

  it('do not wait for the shard of another account', async () => {
    const things = database.db.collection<Thing>('others');
    await things.insertMany([1, 2].map((_id) => ({ _id, accountId: _id, key: '', n: 0 })));
    const write = createJoinedWrites(things);
    const add = (_id: number) => write({ _id, accountId: _id }, { $inc: { n: 1 } });
    database.takeAway(1);
    const held = add(1);
    await eventually(() => expect(database.waiting()).toBe(1));
    expect(await add(2)).toBe(true);
    const both = [add(1), add(2)];
    expect(await both[1]).toBe(true);
    database.bringBack();
    expect(await Promise.all([held, both[0]])).toEqual([true, true]);
    expect((await things.find().sort({ _id: 1 }).toArray()).map(({ n }) => n)).toEqual([2, 2]);
  });

  it('of a killed process do not reach the database', async () => {
    const doomed = processCrashingAt('killed');
    const { db } = doomed.mongo(database);
    const things = db.collection<Thing>('killed');
    await things.insertMany([0, 1].map((_id) => ({ _id, accountId: _id, key: `k${_id}`, n: 0 })));
    const write = createJoinedWrites(things);
    const add = (_id: number) => write({ _id, accountId: _id }, { $inc: { n: 1 } });
    expect(() => doomed.failPoint('killed')).toThrow();
    const outcomes = await Promise.allSettled([add(0), add(1)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await database.db.collection('killed').countDocuments({ n: 1 })).toBe(0);
  });

  describe('fail like single updates', () => {
    const both = (name: string) => {
      const write = createJoinedWrites(database.db.collection<Thing>(name));
      return Promise.allSettled([0, 1].map((_id) => write({ _id, accountId: _id }, { $inc: { n: 1 } })));
    };
    const failing = (answer: Partial<MongoClientBulkWriteError>) => {
      const error = Object.assign(new MongoClientBulkWriteError({ message: 'some failed' }), answer);
      jest.spyOn(database.db.client, 'bulkWrite').mockRejectedValueOnce(error);
    };
    const UNAVAILABLE = { status: 'rejected', reason: 'unavailable' };
    const heard = (outcomes: PromiseSettledResult<boolean>[]) =>
      outcomes.map((one) =>
        one.status === 'rejected' ? { ...one, reason: toFailure(one.reason).reason } : one,
      );

    it('on a unique key', async () => {
      const things = database.db.collection<Thing>('keyed');
      await things.createIndex({ key: 1 }, { unique: true });
      await things.insertMany([0, 1].map((_id) => ({ _id, accountId: _id, key: `k${_id}`, n: 0 })));
      const write = createJoinedWrites(things);
      const [failed] = await Promise.allSettled([
        write({ _id: 0, accountId: 0 }, { $set: { key: 'k1' } }),
        write({ _id: 1, accountId: 1 }, { $inc: { n: 1 } }),
      ]);
      expect(failed).toMatchObject({ status: 'rejected' });
      expect(isDuplicateKey((failed as PromiseRejectedResult).reason, ['key'])).toBe(true);
    });

    it('on an unavailable shard, only for its accounts', async () => {
      failing({
        writeErrors: new Map([[1, { code: 6, message: 'HostUnreachable' }]]),
        partialResult: {
          updateResults: new Map([[0, { matchedCount: 1, modifiedCount: 1, didUpsert: false }]]),
        } as MongoClientBulkWriteError['partialResult'] & object,
      });
      expect(heard(await both('things'))).toEqual([{ status: 'fulfilled', value: true }, UNAVAILABLE]);
    });

    it('on a primary that stepped down before a majority had them', async () => {
      failing({ writeConcernErrors: [{ code: 189, message: 'PrimarySteppedDown' }] });
      expect(heard(await both('things'))).toEqual([UNAVAILABLE, UNAVAILABLE]);
    });
  });
});
