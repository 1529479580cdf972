import { judgeRoutes, type Recorded } from '../sharding/judge-routes';
import { REACHES_ALL } from '../sharding/reaches-all';
import { readRoutes, readUniqueIndexes } from '../sharding/read-routes';

const IN_ORDERS = { $db: 'parcelyard_orders' };
/**
 * A recording that contains every command of `REACHES_ALL`. The judge reports an entry of `REACHES_ALL` that a
 * recording lacks. With this recording, it can report only the command under test.
 */
const EXPECTED: Recorded[] = Object.keys(REACHES_ALL).map((what) => {
  const [namespace = '', statement = ''] = what.split(' ');
  const [database = '', collection = ''] = namespace.split('.');
  const names = what
    .slice(what.indexOf('{') + 1, -1)
    .split(', ')
    .filter(Boolean);
  return {
    route: {
      database: `parcelyard_${database}`,
      collection,
      statement,
      equal: names.filter((name) => name.endsWith(' =')).map((name) => name.slice(0, -2)),
      other: names.filter((name) => !name.endsWith(' =')),
    },
  };
});
const faultsOf = (body: Record<string, unknown>) =>
  judgeRoutes([
    ...EXPECTED,
    ...readRoutes(body).map((route) => ({ route })),
    ...readUniqueIndexes(body).map((index) => ({ index })),
  ]).faults;

it.each([
  [{ find: 'orders', filter: { accountId: 7, status: 'New' }, ...IN_ORDERS }],
  [{ find: 'orders', filter: { $and: [{ accountId: { $eq: 7 } }, { status: 'New' }] }, ...IN_ORDERS }],
  [{ find: 'orders', filter: { accountId: { $in: [7, 8] } }, ...IN_ORDERS }],
  [{ aggregate: 'orders', pipeline: [{ $match: { accountId: 7 } }], ...IN_ORDERS }],
  [{ update: 'orders', updates: [{ q: { _id: 1, accountId: 7 }, u: {}, upsert: true }], ...IN_ORDERS }],
  [{ insert: 'orders', documents: [{ _id: 1, accountId: 7 }], ...IN_ORDERS }],
  [{ insert: 'sequences', documents: [{ _id: 'orders' }], ...IN_ORDERS }],
  [{ find: 'tokens', filter: { tokenHash: 'a' }, $db: 'parcelyard_auth' }],
  [{ createIndexes: 'orders', indexes: [{ key: { accountId: 1, number: 1 }, unique: true }], ...IN_ORDERS }],
  [
    {
      bulkWrite: 1,
      nsInfo: [{ ns: 'parcelyard_orders.orders' }],
      ops: [{ update: 0, filter: { accountId: 7 } }],
      $db: 'admin',
    },
  ],
])('%j is no fault', (body) => {
  expect(faultsOf(body)).toEqual([]);
});

it.each([
  [{ find: 'orders', filter: { status: 'New' }, ...IN_ORDERS }, 'would reach every shard'],
  [{ find: 'orders', filter: { $or: [{ accountId: 7 }, { status: 'New' }] }, ...IN_ORDERS }, 'every shard'],
  [{ findAndModify: 'orders', query: { _id: 1 }, ...IN_ORDERS }, 'must name accountId'],
  [
    { update: 'orders', updates: [{ q: { _id: 1 }, u: {}, upsert: true }], ...IN_ORDERS },
    'must name accountId',
  ],
  [{ delete: 'orders', deletes: [{ q: { accountId: { $in: [7] } } }], ...IN_ORDERS }, 'every shard'],
  [{ insert: 'orders', documents: [{ _id: 1 }], ...IN_ORDERS }, 'a document without accountId'],
  [
    { createIndexes: 'orders', indexes: [{ key: { number: 1 }, unique: true }], ...IN_ORDERS },
    'does not begin with accountId',
  ],
])('%j is a fault: %s', (body, fault) => {
  expect(faultsOf(body)).toEqual([expect.stringContaining(fault)]);
});

it('an _id in two accounts is a fault, and so is a listed command that is never sent', () => {
  const shared = { database: 'parcelyard_orders', collection: 'orders' };
  expect(judgeRoutes([...EXPECTED, { shared }]).faults).toEqual([
    'parcelyard_orders.orders: two accounts inserted one _id.',
  ]);
  expect(judgeRoutes(EXPECTED.slice(1)).faults).toEqual([expect.stringContaining('was never sent')]);
});
