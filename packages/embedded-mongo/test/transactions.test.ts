import { type ClientSession, type Document, MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/start-embedded-mongo';
import { externalUri, openTestServer, refusal, type TestServer, temporaryDirectory } from './test-server';

let server: TestServer;
let one: ClientSession;
let other: ClientSession;
const orders = () => server.collection('orders');
const counters = () => server.collection('counters');

beforeAll(async () => {
  server = await openTestServer();
  await orders().createIndex({ number: 1 }, { unique: true, name: 'number' });
  await counters().createIndex({ account: 1 }, { name: 'account' });
});
beforeEach(async () => {
  one = server.client.startSession();
  other = server.client.startSession();
  await orders().deleteMany({});
  await counters().deleteMany({});
  await counters().insertOne({ _id: 1 as never, n: 0 });
});
afterEach(async () => {
  await one.endSession();
  await other.endSession();
});
afterAll(() => server.close());

const add = (session?: ClientSession) =>
  counters().findOneAndUpdate(
    { _id: 1 as never },
    { $inc: { n: 1 } },
    { returnDocument: 'after', ...(session && { session }) },
  );
const counted = async () => (await counters().findOne({ _id: 1 as never }))?.n;
const conflict: Document = { code: 112, errorLabels: ['TransientTransactionError'] };

test('writes to several collections become visible together at the commit, and before it only in the transaction', async () => {
  one.startTransaction();
  await orders().insertOne({ number: 'a' }, { session: one });
  expect(await add(one)).toMatchObject({ n: 1 });
  expect(await add(one)).toMatchObject({ n: 2 });
  const own = await orders().updateOne({ number: 'a' }, { $set: { seen: true } }, { session: one });
  expect(own.modifiedCount).toBe(1);
  expect([await orders().countDocuments({}), await counted()]).toEqual([0, 0]);
  await one.commitTransaction();
  expect([await orders().countDocuments({ number: 'a', seen: true }), await counted()]).toEqual([1, 2]);
});

test('an aborted transaction changes nothing, and its documents can be written', async () => {
  one.startTransaction();
  await orders().insertOne({ number: 'a' }, { session: one });
  await add(one);
  await one.abortTransaction();
  await orders().insertOne({ number: 'a' });
  expect([await orders().countDocuments({}), await counted()]).toEqual([1, 0]);
});

test('a refused statement ends the transaction', async () => {
  await orders().insertOne({ number: 'a' });
  one.startTransaction();
  await add(one);
  expect(await refusal(orders().insertOne({ number: 'a' }, { session: one }))).toMatchObject({ code: 11000 });
  expect(await refusal(add(one))).toMatchObject({ code: 251 });
  await one.abortTransaction();
  expect(await counted()).toBe(0);
});

test('a bulkWrite command writes to several collections in a transaction, and a refused statement ends the transaction', async () => {
  await orders().insertMany([{ number: 'a' }, { number: 'b' }]);
  const nsInfo = [orders(), counters()].map(({ namespace }) => ({ ns: namespace }));
  const rename = (number: string, to: string) => ({
    update: 0,
    filter: { number },
    updateMods: { $set: { number: to } },
  });
  const count = { update: 1, filter: { _id: 1 }, updateMods: { $inc: { n: 1 } } };
  const send = (ops: Document[]) =>
    server.client.db('admin').command({ bulkWrite: 1, ops, nsInfo, errorsOnly: true }, { session: one });
  one.startTransaction();
  expect(await send([rename('a', 'c'), rename('x', 'y'), count])).toMatchObject({ nErrors: 0, nMatched: 2 });
  expect([await orders().countDocuments({ number: 'c' }), await counted()]).toEqual([0, 0]);
  await one.commitTransaction();
  expect([await orders().countDocuments({ number: 'c' }), await counted()]).toEqual([1, 1]);
  one.startTransaction();
  expect(await send([count, rename('c', 'b')])).toMatchObject({ nErrors: 1, nMatched: 1 });
  expect(await refusal(add(one))).toMatchObject({ code: 251 });
  await one.abortTransaction();
  expect(await counted()).toBe(1);
});

test('a removed document is missing only in the transaction until the commit', async () => {
  await orders().insertMany([{ number: 'a' }, { number: 'b' }]);
  one.startTransaction();
  await orders().deleteOne({ number: 'a' }, { session: one });
  const gone = await orders().updateMany({}, { $set: { left: true } }, { session: one });
  expect([gone.matchedCount, await orders().countDocuments({})]).toEqual([1, 2]);
  await one.commitTransaction();
  expect(await orders().countDocuments({})).toBe(1);
});

test('a transaction cannot write a document that another one has written, or that changed after it began', async () => {
  one.startTransaction();
  await orders().insertOne({ number: 'a' }, { session: one });
  other.startTransaction();
  await add(other);
  expect(await refusal(add(one))).toMatchObject(conflict);
  await one.abortTransaction();
  await other.commitTransaction();

  one.startTransaction();
  await orders().insertOne({ number: 'a' }, { session: one });
  await add();
  expect(await refusal(add(one))).toMatchObject(conflict);
  await one.abortTransaction();
});

test('a transaction cannot insert a unique key that another one has inserted', async () => {
  one.startTransaction();
  await orders().insertOne({ number: 'a' }, { session: one });
  other.startTransaction();
  expect(await refusal(orders().insertOne({ number: 'a' }, { session: other }))).toMatchObject(conflict);
  await other.abortTransaction();
  await one.commitTransaction();
  expect(await orders().countDocuments({ number: 'a' })).toBe(1);
});

test('a write outside waits for the transaction, and is done once', async () => {
  one.startTransaction();
  await add(one);
  const beside = [add(), counters().updateMany({}, { $inc: { n: 1 } })];
  await orders().insertOne({ number: 'a' });
  expect(await counted()).toBe(0);
  await one.commitTransaction();
  await Promise.all(beside);
  expect(await counted()).toBe(3);
});

test('a transaction that began before many commits cannot write any document of those commits', async () => {
  await orders().insertMany([{ number: 'a' }, { number: 'b' }]);
  one.startTransaction();
  await counters().insertOne({ account: 7 }, { session: one });
  for (const _time of [1, 2, 3]) {
    other.startTransaction();
    await orders().updateOne({ number: 'a' }, { $inc: { n: 1 } }, { session: other });
    await orders().updateOne({ number: 'b' }, { $inc: { n: 1 } });
    await other.commitTransaction();
  }
  for (const number of ['a', 'b']) {
    const late = orders().updateOne({ number }, { $inc: { n: 1 } }, { session: one });
    expect(await refusal(late)).toMatchObject({ errorLabels: ['TransientTransactionError'] });
  }
  await one.abortTransaction();
  expect(await orders().countDocuments({ n: 3 })).toBe(2);
});

test('fifty transactions at once each count once, with repeats after conflicts', async () => {
  const count = (number: number) =>
    server.client.withSession((session) =>
      session.withTransaction(async () => {
        await orders().insertOne({ number }, { session });
        await add(session);
      }),
    );
  await Promise.all(Array.from({ length: 50 }, (_, number) => count(number)));
  expect([await orders().countDocuments({}), await counted()]).toEqual([50, 50]);
});

(externalUri ? describe.skip : describe)('a client that is gone', () => {
  test('a transaction blocks other writes for at most five seconds', async () => {
    one.startTransaction();
    await add(one);
    expect(await add()).toMatchObject({ n: 1 });
    expect(await refusal(one.commitTransaction())).toMatchObject({ code: 251 });
  });

  test('a commit whose answer was lost can be repeated, also after a restart of the engine', async () => {
    const dataDir = await temporaryDirectory();
    const engine = await startEmbeddedMongo({ dataDir });
    const client = new MongoClient(engine.uri);
    const session = client.startSession();
    session.startTransaction();
    await client.db('d').collection('c').insertOne({ number: 1 }, { session });
    await session.commitTransaction();
    await engine.stop();
    const again = await startEmbeddedMongo({ dataDir, port: engine.port });
    await session.commitTransaction();
    expect(await client.db('d').collection('c').countDocuments({})).toBe(1);
    await session.endSession();
    await client.close();
    await again.stop();
  });
});
