import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createIdMarkStore } from '../src/adapters/mongo/id-mark-store';

describe('ids that billing reserves for other services', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());

  it('are greater than all reserved ids and all ids that the requesting service knows', async () => {
    const { take, list } = createIdMarkStore(database.db);
    expect(await take('pickups.pickups', 7, 50)).toBe(57);
    expect(await take('pickups.pickups', 0, 50)).toBe(107);
    expect(await take('pickups.pickups', 200, 5)).toBe(205);
    expect(await list('pickups.')).toEqual([{ name: 'pickups', taken: 205 }]);
  });

  it('are reserved once, also when many processes start a sequence at the same time', async () => {
    const stores = Array.from({ length: 8 }, () => createIdMarkStore(database.db));
    const last = await Promise.all(stores.map(({ take }) => take('orders.orders', 0, 10)));
    expect(last.sort((a, b) => a - b)).toEqual(stores.map((_store, at) => 10 * (at + 1)));
  });
});
