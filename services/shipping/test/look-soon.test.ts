import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { PURCHASES, toPurchase } from '../src/adapters/mongo/purchase-document';
import { createPurchaseStore, leasedPurchases } from '../src/adapters/mongo/purchase-store';
import type { Purchase } from '../src/domain/purchase';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

test('an event during a look-up causes another look-up, however late the first one ends', async () => {
  const clock = new FakeClock();
  const leased = leasedPurchases(database.db, clock);
  const store = createPurchaseStore(database.db, clock, undefined, leased);
  await database.db.collection<{ _id: string; [field: string]: unknown }>(PURCHASES).insertOne({
    _id: 'pur_1_1',
    v: 1,
    accountId: 7,
    orderId: 1,
    generation: 1,
    fence: 1,
    terms: {},
    state: 'void_requested',
    createdAt: clock.now(),
    updatedAt: clock.now(),
    dueAt: clock.now(),
  });
  const asked = await leased.claimNext();
  await store.lookSoon(7, 'pur_1_1' as Purchase['id']);
  await store.defer(toPurchase(asked as NonNullable<typeof asked>), 3_600_000);
  const again = await leased.claimNext();
  expect(again?._id).toBe('pur_1_1');
});
