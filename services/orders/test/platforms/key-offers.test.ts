import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createKeyOfferStore, leasedKeyOffers } from '../../src/adapters/mongo/key-offer-store';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

test('a store waits for its code also in a process whose clock is two seconds behind', async () => {
  const accountId = toAccountId(951);
  const keys = parseKeyRing(`k:${Buffer.alloc(32, 3).toString('base64url')}`);
  const offersAt = (time: string) =>
    createKeyOfferStore(leasedKeyOffers(database.db, new FakeClock(time)), keys);
  const ahead = offersAt('2026-03-02T15:00:02Z');
  const url = 'https://shop.example';
  await ahead.offer('key', { accountId, storeName: 'Mugs', accountName: 'Ada', url });
  const offer = await ahead.take('key', accountId);
  if (!offer) throw new Error('no offer');
  const access = { platform: 'woocommerce', url, consumerKey: 'ck', consumerSecret: 'cs' } as const;
  await ahead.hold(offer, { access, code: '12345678' });
  expect(await offersAt('2026-03-02T15:00:00Z').waiting(accountId)).toMatchObject({ storeName: 'Mugs' });
});
