import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { MongoServerError } from 'mongodb';

/** Creates the error of a server that uses MongoDB's protocol but does not report the fields of the index. */
const violation = (message: string) => new MongoServerError({ code: 11000, message });

describe('a duplicate key without `keyPattern`', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
    await ensureIndexes(database.db, {
      letters: [{ key: { accountId: 1, digest: 1 }, name: 'once', unique: true }],
      parcels: [
        { key: { accountId: 1, orderId: 1 }, name: 'once', unique: true },
        { key: { accountId: 1, number: -1 }, unique: true },
      ],
    });
  });
  afterAll(() => database.close());

  it('is recognized by the name of its index in its collection', () => {
    const error = violation(
      'E11000 duplicate key error collection: shop.parcels index: once dup key: { : 1 }',
    );
    expect(isDuplicateKey(error, ['accountId', 'orderId'])).toBe(true);
    expect(isDuplicateKey(error, ['accountId', 'digest'])).toBe(false);
  });

  it('matches each index of that name when the collection is unknown', () => {
    const error = violation("Duplicate key violation on the requested collection: Index 'once'");
    expect(isDuplicateKey(error, ['accountId', 'orderId'])).toBe(true);
    expect(isDuplicateKey(error, ['accountId', 'digest'])).toBe(true);
    expect(isDuplicateKey(error, ['accountId', 'number'])).toBe(false);
  });

  it.each([
    [
      'E11000 duplicate key error collection: shop.parcels index: accountId_1_number_-1 dup key: {}',
      'number',
    ],
    ['E11000 duplicate key error index: shop.parcels.$accountId_1_number_-1 dup key: {}', 'number'],
    [
      'E11000 duplicate key error collection: shop.other index: accountId_1_user_name_1 dup key: {}',
      'user_name',
    ],
  ])('is recognized by an index name of the driver: %s', (message, field) => {
    expect(isDuplicateKey(violation(message), ['accountId', field])).toBe(true);
    expect(isDuplicateKey(violation(message), ['accountId'])).toBe(false);
  });

  it('matches the index of ids, and no index without a name', () => {
    expect(
      isDuplicateKey(violation('E11000 collection: shop.parcels index: _id_ dup key: {}'), ['_id']),
    ).toBe(true);
    expect(isDuplicateKey(violation('E11000 duplicate key'), ['_id'])).toBe(false);
    expect(isDuplicateKey(violation('E11000 duplicate key'))).toBe(true);
    expect(isDuplicateKey(violation('E11000 index: newest dup key: {}'), ['newest'])).toBe(false);
  });
});
