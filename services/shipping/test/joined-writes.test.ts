import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createJoinedWrites } from '../src/adapters/mongo/joined-writes';

interface Thing {
  _id: number;
  key: string;
  n: number;
}

describe('updates that wait at one time', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());

  it('are each made, miss or fail by themselves', async () => {
    const things = database.db.collection<Thing>('things');
    await things.createIndex({ key: 1 }, { unique: true });
    await things.insertMany(Array.from({ length: 12 }, (_, _id) => ({ _id, key: `k${_id}`, n: 0 })));
    const write = createJoinedWrites(things);
    const add = (_id: number, key?: string) =>
      write({ _id, n: 0 }, { $inc: { n: 1 }, ...(key && { $set: { key } }) });
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
});
