import type { Document } from 'mongodb';
import { externalUri, openTestServer, type TestServer } from './test-server';

let server: TestServer;
const orders = () => server.collection('orders');

beforeAll(async () => {
  server = await openTestServer();
  await orders().createIndexes([
    { key: { account: 1, status: 1, created: -1 } },
    { key: { number: 1 }, unique: true },
    { key: { email: 1 }, sparse: true },
    { key: { due: 1 }, partialFilterExpression: { state: 'waiting' } },
    { key: { tags: 1 } },
    { key: { tags: 1, created: 1 } },
    { key: { account: 1, words: 1 } },
  ]);
  await orders().insertMany(
    Array.from({ length: 400 }, (_, i) => ({
      _id: i as never,
      account: i % 4,
      status: ['new', 'ready', 'done'][i % 3],
      created: new Date(i * 1000),
      number: `N${i}`,
      state: i % 10 ? 'idle' : 'waiting',
      due: i,
      tags: [i % 5, 'x'],
      words: i % 25 ? ['ada', 'zoe'] : ['ada', 'shop', 'zoe'],
      ...(i % 2 && { email: `e${i}` }),
    })),
  );
});

afterAll(() => server.close());

async function explained(filter: Document, sort: Document = {}, limit = 0): Promise<Document> {
  const { queryPlanner, executionStats } = await orders()
    .find(filter)
    .sort(sort as never)
    .limit(limit)
    .explain('executionStats');
  const stages: Document[] = [];
  for (
    let stage = queryPlanner.winningPlan.queryPlan ?? queryPlanner.winningPlan;
    stage;
    stage = stage.inputStage
  )
    stages.push(stage);
  return { names: stages.map(({ stage }) => stage), scan: stages.at(-1), ...executionStats };
}

test('equality, order and limit read exactly the index keys of the result', async () => {
  const plan = await explained({ account: 1, status: 'ready' }, { created: -1 }, 10);
  expect(plan).toMatchObject({
    totalKeysExamined: 10,
    totalDocsExamined: 10,
    nReturned: 10,
    scan: { stage: 'IXSCAN', indexName: 'account_1_status_1_created_-1', direction: 'forward' },
  });
  expect(plan.names).not.toContain('SORT');
});

test('the opposite order reads the index backward', async () => {
  const plan = await explained({ account: 1, status: 'ready' }, { created: 1 }, 10);
  expect(plan).toMatchObject({ totalKeysExamined: 10, scan: { stage: 'IXSCAN', direction: 'backward' } });
  expect(plan.names).not.toContain('SORT');
});

test('a range limits the index keys that are read', async () => {
  const plan = await explained({
    account: 1,
    status: 'new',
    created: { $gte: new Date(0), $lt: new Date(100_000) },
  });
  expect(plan.nReturned).toBeGreaterThan(0);
  expect(plan.totalKeysExamined).toBeLessThanOrEqual(plan.nReturned + 1);
});

test('_id and unique keys examine one document', async () => {
  expect(await explained({ number: 'N7' })).toMatchObject({
    totalKeysExamined: 1,
    totalDocsExamined: 1,
    nReturned: 1,
  });
  expect(await explained({ _id: 7 })).toMatchObject({ totalDocsExamined: 1, nReturned: 1 });
});

test('a sparse index is used only for queries that exclude missing fields', async () => {
  expect((await explained({ email: 'e1' })).scan).toMatchObject({ stage: 'IXSCAN', indexName: 'email_1' });
  expect((await explained({ email: null })).scan).toMatchObject({ stage: 'COLLSCAN' });
});

test('a partial index is used only for queries that imply its filter', async () => {
  expect((await explained({ state: 'waiting', due: { $lte: 50 } })).scan).toMatchObject({
    stage: 'IXSCAN',
    indexName: 'due_1',
  });
  expect((await explained({ due: { $lte: 50 } })).scan).toMatchObject({ stage: 'COLLSCAN' });
});

test('an array has an index key for each element', async () => {
  expect(await explained({ tags: 3 })).toMatchObject({
    nReturned: 80,
    totalDocsExamined: 80,
    scan: { indexName: expect.stringMatching(/^tags_1/), isMultiKey: true },
  });
});

test('a range on one array element limits the index keys at both ends', async () => {
  const plan = await explained({ account: 1, words: { $elemMatch: { $gte: 'shop', $lt: 'shoq' } } });
  expect(plan).toMatchObject({
    nReturned: 4,
    totalKeysExamined: 4,
    scan: { indexName: 'account_1_words_1' },
  });
});

test('a query without a suitable index scans the collection, and a sort without one is a stage', async () => {
  expect((await explained({ state: 'idle' })).names).toEqual(['COLLSCAN']);
  expect((await explained({ state: 'idle' }, { due: 1 })).names[0]).toBe('SORT');
});

(externalUri ? test.skip : test)('counting reads no document when bounds hold the whole filter', async () => {
  const counting = [{ $match: { account: 1, status: 'new' } }, { $group: { _id: 1, n: { $sum: 1 } } }];
  const { executionStats } = await orders().aggregate(counting).explain('executionStats');
  expect(executionStats.nReturned).toBeGreaterThan(0);
  expect(executionStats).toMatchObject({ totalDocsExamined: 0 });
  expect(await orders().countDocuments({ account: 1, status: 'new' })).toBe(executionStats.nReturned);
});
