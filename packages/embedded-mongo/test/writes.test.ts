import { type Document, Long } from 'mongodb';
import { startEmbeddedMongo } from '../src/start-embedded-mongo';
import { openTestServer, refusal, type TestServer } from './test-server';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});

afterAll(() => server.close());

const fresh = () => server.collection(`c${Math.random()}`);

/** Each row: the document before, the update, and the document after, without `_id`. */
const UPDATES: [Document, Document | Document[], Document][] = [
  [{ a: 1 }, { $set: { a: 2, 'b.c': 3 } }, { a: 2, b: { c: 3 } }],
  [{ a: [1, 2] }, { $set: { 'a.1': 9, 'a.3': 4 } }, { a: [1, 9, null, 4] }],
  [{ a: 1 }, { $set: { z: 1, b: 2 } }, { a: 1, b: 2, z: 1 }],
  [{ a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '', nothing: '' } }, { b: { d: 2 } }],
  [{ a: [1, 2, 3] }, { $unset: { 'a.1': '' } }, { a: [1, null, 3] }],
  [
    { a: 1, l: Long.fromString('9007199254740993') },
    { $inc: { a: 1.5, b: 2, l: 1 } },
    { a: 2.5, l: Long.fromString('9007199254740994'), b: 2 },
  ],
  [{ a: 5, b: 'x' }, { $min: { a: 3, b: 1, c: 7 } }, { a: 3, b: 1, c: 7 }],
  [{ a: 5, b: 'x' }, { $max: { a: 3, b: 1, c: 7 } }, { a: 5, b: 'x', c: 7 }],
  [{ a: [1] }, { $push: { a: 2, b: 'new' } }, { a: [1, 2], b: ['new'] }],
  [{ a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
  [{ a: [1, 2] }, { $push: { a: { $each: [3, 4], $slice: -3 } } }, { a: [2, 3, 4] }],
  [{ a: [1, 2] }, { $push: { a: { $each: [3], $slice: 2 } } }, { a: [1, 2] }],
  [{ a: [1, 2, 3, 1] }, { $pull: { a: 1 } }, { a: [2, 3] }],
  [{ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  [{ a: [{ x: 1, y: 1 }, { x: 2 }] }, { $pull: { a: { x: 1 } } }, { a: [{ x: 2 }] }],
  [{ a: 1 }, { $setOnInsert: { b: 2 } }, { a: 1 }],
  [{ n: 2147483647 }, { $inc: { n: 1 } }, { n: 2147483648 }],
  [{ o: { 9: 1 } }, { $set: { 'o.10': 2, 'o.8': 3 } }, { o: { 8: 3, 9: 1, 10: 2 } }],
  [
    { a: 1, b: 2 },
    [{ $set: { a: { $add: ['$a', '$b'] }, c: '$a' } }, { $set: { d: '$a' } }],
    { a: 3, b: 2, c: 1, d: 3 },
  ],
  [
    { a: Long.fromString('9007199254740993'), b: 1 },
    [{ $set: { a: { $add: ['$a', 1] }, b: { $add: ['$b', 2147483647] } } }],
    { a: Long.fromString('9007199254740994'), b: 2147483648 },
  ],
];

test.each(UPDATES)('%j changed by %j', async (before, update, after) => {
  const collection = fresh();
  const { insertedId } = await collection.insertOne({ ...before });
  await collection.updateOne({ _id: insertedId }, update);
  const found = await collection.findOne({}, { projection: { _id: 0 }, promoteLongs: true });
  expect(found).toEqual(after);
  expect(Object.keys(found!)).toEqual(Object.keys(after));
});

test('an array filter selects its elements once, whatever the update changes in them', async () => {
  const collection = fresh();
  const items = [
    { status: 'open', n: 1 },
    { status: 'done', n: 2 },
    { status: 'open', n: 3 },
  ];
  await collection.insertOne({ _id: 1 as never, items });
  await collection.updateOne(
    {},
    {
      $set: { 'items.$[one].status': 'failed', 'items.$[one].why': 'late' },
      $unset: { 'items.$[one].n': '' },
    },
    { arrayFilters: [{ 'one.status': 'open', 'one.n': { $exists: true } }] },
  );
  expect((await collection.findOne({}))!.items).toEqual([
    { status: 'failed', why: 'late' },
    { status: 'done', n: 2 },
    { status: 'failed', why: 'late' },
  ]);
});

test('the result counts matched and changed documents', async () => {
  const collection = fresh();
  await collection.insertMany([{ a: 1 }, { a: 1 }, { a: 2 }]);
  expect(await collection.updateMany({ a: 1 }, { $set: { a: 1 } })).toMatchObject({
    matchedCount: 2,
    modifiedCount: 0,
  });
  expect(await collection.updateMany({ a: { $lte: 2 } }, { $inc: { a: 1 } })).toMatchObject({
    matchedCount: 3,
    modifiedCount: 3,
  });
  expect(await collection.deleteMany({ a: 2 })).toMatchObject({ deletedCount: 2 });
  expect(await collection.deleteOne({ a: 99 })).toMatchObject({ deletedCount: 0 });
  expect(await collection.countDocuments()).toBe(1);
});

test('an update that moves documents in its own index updates each once', async () => {
  const collection = fresh();
  await collection.createIndex({ a: 1 });
  await collection.insertMany(Array.from({ length: 200 }, (_, a) => ({ a })));
  expect((await collection.updateMany({ a: { $gte: 0 } }, { $inc: { a: 100 } })).modifiedCount).toBe(200);
  expect(await collection.countDocuments({ a: { $gte: 100, $lt: 300 } })).toBe(200);
});

test('an upsert inserts the fields of query and update', async () => {
  const collection = fresh();
  const filter = { _id: 'k' as never, 'a.b': 1, c: { $gt: 5 }, $and: [{ d: 4 }] };
  const result = await collection.updateOne(
    filter,
    { $set: { e: 5 }, $setOnInsert: { f: 6 } },
    { upsert: true },
  );
  expect(result).toMatchObject({ upsertedCount: 1, upsertedId: 'k', matchedCount: 0 });
  expect(await collection.findOne({})).toEqual({ _id: 'k', a: { b: 1 }, d: 4, e: 5, f: 6 });
  await collection.updateOne({ _id: 'k' as never }, { $setOnInsert: { f: 7 } }, { upsert: true });
  expect(await collection.countDocuments({ f: 6 })).toBe(1);
});

test('findAndModify returns the document before or after the change, in the given order', async () => {
  const collection = fresh();
  await collection.insertMany([
    { _id: 1 as never, n: 5 },
    { _id: 2 as never, n: 3 },
  ]);
  expect(await collection.findOneAndUpdate({}, { $inc: { n: 1 } }, { sort: { n: 1 } })).toEqual({
    _id: 2,
    n: 3,
  });
  const after = await collection.findOneAndUpdate(
    { _id: 1 as never },
    { $inc: { n: 1 } },
    { returnDocument: 'after', projection: { _id: 0 } },
  );
  expect(after).toEqual({ n: 6 });
  expect(await collection.findOneAndUpdate({ _id: 9 as never }, { $set: { n: 1 } })).toBeNull();
  expect(
    await collection.findOneAndUpdate(
      { _id: 9 as never },
      { $set: { n: 1 } },
      { upsert: true, returnDocument: 'after' },
    ),
  ).toEqual({ _id: 9, n: 1 });
  expect(await collection.findOneAndDelete({ _id: 9 as never })).toEqual({ _id: 9, n: 1 });
});

test('a rate window counts exactly with 200 calls at once', async () => {
  const collection = fresh();
  await collection.insertOne({ _id: 't' as never, windowStart: 0, windowCount: 9 });
  const now = 100_000;
  const inWindow = { $gt: ['$windowStart', now - 60_000] };
  const pipeline = [
    {
      $set: {
        windowCount: { $cond: [inWindow, { $add: ['$windowCount', 1] }, 1] },
        windowStart: { $cond: [inWindow, '$windowStart', now] },
      },
    },
  ];
  const counts = await Promise.all(
    Array.from(
      { length: 200 },
      async () =>
        (await collection.findOneAndUpdate({ _id: 't' as never }, pipeline, { returnDocument: 'after' }))!
          .windowCount,
    ),
  );
  expect(counts.sort((x, y) => x - y)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
});

test('of 50 inserts of one unique key at once one succeeds', async () => {
  const collection = fresh();
  await collection.createIndex({ account: 1, key: 1 }, { unique: true });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) => collection.insertOne({ account: 1, key: 'k', n })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({
    code: 11000,
    keyPattern: { account: 1, key: 1 },
    keyValue: { account: 1, key: 'k' },
  });
  expect(await collection.countDocuments()).toBe(1);
});

test('unique, sparse and partial indexes refuse exactly the duplicates among their documents', async () => {
  const collection = fresh();
  await collection.createIndex({ s: 1 }, { unique: true, sparse: true });
  await collection.createIndex({ p: 1 }, { unique: true, partialFilterExpression: { active: true } });
  await collection.createIndex({ tags: 1 }, { unique: true, sparse: true });
  await collection.insertMany([
    { _id: 1 as never, s: 1, p: 1, active: true },
    { _id: 2 as never, p: 1 },
    { _id: 3 as never, tags: ['a', 'b', 'a'] },
  ]);
  expect(await refusal(collection.insertOne({ s: 1 }))).toMatchObject({
    code: 11000,
    keyPattern: { s: 1 },
  });
  expect(await refusal(collection.insertOne({ p: 1, active: true }))).toMatchObject({
    code: 11000,
    keyValue: { p: 1 },
  });
  expect(await refusal(collection.insertOne({ tags: ['x', 'b'] }))).toMatchObject({ code: 11000 });
  expect(await refusal(collection.updateOne({ _id: 2 as never }, { $set: { active: true } }))).toMatchObject({
    code: 11000,
  });
  await collection.updateOne({ _id: 1 as never }, { $set: { active: false } });
  await collection.updateOne({ _id: 2 as never }, { $set: { active: true } });
  expect(
    await refusal(collection.updateOne({ _id: 9 as never }, { $set: { s: 1 } }, { upsert: true })),
  ).toMatchObject({ code: 11000 });
  expect(await collection.countDocuments()).toBe(3);
});

test('an ordered batch stops at its first error, and an unordered one continues', async () => {
  const collection = fresh();
  const batch = [1, 1, 2].map((_id) => ({ _id: _id as never }));
  expect(await refusal(collection.insertMany(batch))).toMatchObject({ code: 11000, insertedCount: 1 });
  await collection.deleteMany({});
  expect(await refusal(collection.insertMany(batch, { ordered: false }))).toMatchObject({
    code: 11000,
    insertedCount: 2,
  });
  const result = await collection.bulkWrite([
    { insertOne: { document: { _id: 5 as never, n: 1 } } },
    { updateOne: { filter: { _id: 5 as never }, update: { $inc: { n: 1 } } } },
    { deleteOne: { filter: { _id: 1 as never } } },
  ]);
  expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 1, deletedCount: 1 });
});

test('a bulkWrite command returns a result for each of its updates', async () => {
  const [one, two] = [fresh(), fresh()];
  await one.createIndex({ key: 1 }, { unique: true });
  await one.insertMany([
    { _id: 1 as never, key: 'a', n: 1 },
    { _id: 2 as never, key: 'b', n: 9 },
  ]);
  const update = (filter: Document, updateMods: Document, more = {}) => ({
    update: 0,
    filter,
    updateMods,
    ...more,
  });
  const ops = [
    update({ _id: 1, n: { $lt: 5 } }, { $inc: { n: 1 } }),
    update({ _id: 2, n: { $lt: 5 } }, { $inc: { n: 1 } }),
    update({ _id: 2 }, { $set: { key: 'a' } }),
    update({ _id: 3 }, { $set: { key: 'c' } }, { upsert: true }),
    { ...update({ _id: 4 }, { $set: { key: 'a' } }, { upsert: true }), update: 1 },
    update({ n: { $gt: 0 } }, { $set: { seen: true } }, { multi: true }),
  ];
  const nsInfo = [one, two].map(({ namespace }) => ({ ns: namespace }));
  const admin = server.client.db('admin');
  const reply = await admin.command({ bulkWrite: 1, ops, nsInfo, ordered: false });
  expect(reply).toMatchObject({ nErrors: 1, nMatched: 3, nModified: 3, nUpserted: 2, ok: 1 });
  expect(reply.cursor.firstBatch).toMatchObject([
    { idx: 0, ok: 1, n: 1, nModified: 1 },
    { idx: 1, ok: 1, n: 0, nModified: 0 },
    { idx: 2, ok: 0, n: 0, code: 11000 },
    { idx: 3, ok: 1, n: 1, nModified: 0, upserted: { _id: 3 } },
    { idx: 4, ok: 1, n: 1, nModified: 0, upserted: { _id: 4 } },
    { idx: 5, ok: 1, n: 2, nModified: 2 },
  ]);
  const ordered = await admin.command({ bulkWrite: 1, ops: [ops[2], ops[0]], nsInfo, errorsOnly: true });
  expect(ordered).toMatchObject({
    nErrors: 1,
    nMatched: 0,
    cursor: { firstBatch: [{ idx: 0, code: 11000 }] },
  });
  expect(
    await refusal(admin.command({ bulkWrite: 1, ops: [{ insert: 0, document: {} }], nsInfo })),
  ).toMatchObject({
    code: 40415,
  });
  expect(await refusal(admin.command({ bulkWrite: 1, ops: [ops[0]], nsInfo: [] }))).toMatchObject({
    code: 2,
  });
});

test('sessions work, and a write without acknowledgement is stored', async () => {
  const collection = fresh();
  await server.client.withSession(async (session) => {
    await collection.insertOne({ _id: 1 as never }, { session });
    expect(await collection.findOne({ _id: 1 as never }, { session })).toEqual({ _id: 1 });
  });
  await collection.insertOne({ _id: 2 as never }, { writeConcern: { w: 0 } });
  while ((await collection.countDocuments()) < 2) await new Promise(setImmediate);
});

const REFUSED: [string, (c: ReturnType<typeof fresh>) => Promise<unknown>, number][] = [
  ['an unknown operator in a filter', (c) => c.findOne({ a: { $nope: 1 } }), 2],
  ['$and without a list', (c) => c.findOne({ $and: [] }), 2],
  ['$in without a list', (c) => c.findOne({ a: { $in: 1 } as never }), 2],
  ['an invalid regular expression option', (c) => c.findOne({ a: { $regex: 'a', $options: 'q' } }), 51108],
  ['mixed inclusion and exclusion', (c) => c.findOne({}, { projection: { a: 1, b: 0 } }), 31254],
  ['an unknown stage', (c) => c.aggregate([{ $nope: {} }]).toArray(), 40324],
  ['a stage with two names', (c) => c.aggregate([{ $skip: 1, $limit: 1 }]).toArray(), 40323],
  ['an unknown expression', (c) => c.updateOne({}, [{ $set: { a: { $nope: 1 } } }]), 168],
  ['an unknown update operator', (c) => c.updateOne({}, { $nope: { a: 1 } }), 9],
  ['two operators on one path', (c) => c.updateOne({}, { $set: { a: 1 }, $inc: { a: 1 } }), 40],
  ['operators on a path and below it', (c) => c.updateOne({}, { $set: { a: 1, 'a.b': 1 } }), 40],
  ['a change of _id', (c) => c.updateOne({}, { $set: { _id: 2 } }), 66],
  ['$inc of a text', (c) => c.updateOne({}, { $inc: { text: 1 } }), 14],
  ['$inc by a text', (c) => c.updateOne({}, { $inc: { n: 'x' as never } }), 14],
  ['$push to a number', (c) => c.updateOne({}, { $push: { n: 1 } as never }), 2],
  ['$pull from a number', (c) => c.updateOne({}, { $pull: { n: 1 } as never }), 2],
  ['a path through a number', (c) => c.updateOne({}, { $set: { 'n.x': 1 } }), 28],
  ['an empty field name', (c) => c.updateOne({}, { $set: { 'a..b': 1 } }), 56],
  [
    'an array filter that is not used',
    (c) => c.updateOne({}, { $set: { a: 1 } }, { arrayFilters: [{ 'x.y': 1 }] }),
    9,
  ],
  ['an array filter that is missing', (c) => c.updateOne({}, { $set: { 'list.$[x]': 1 } }), 2],
  [
    'a position beside elements of one name',
    (c) => c.updateOne({}, { $set: { 'list.0': 1, 'list.$[x]': 2 } }, { arrayFilters: [{ x: 1 }] }),
    40,
  ],
  ['an operator as _id', (c) => c.insertOne({ _id: { $a: 1 } as never }), 52],
  [
    'an upsert of a field and what is in it',
    (c) => c.updateOne({ 'a.b': 1, a: { c: 1 } }, { $set: { d: 1 } }, { upsert: true }),
    54,
  ],
  [
    'a projection of a field and what is in it',
    (c) => c.findOne({}, { projection: { 'a.b': 1, a: 1 } }),
    31249,
  ],
  ['a merge of a number', (c) => c.updateOne({}, [{ $set: { n: { $mergeObjects: ['$n'] } } }]), 40400],
  ['an array as _id', (c) => c.insertOne({ _id: [1] as never }), 53],
  [
    'another index of the same name',
    async (c) => {
      await c.createIndex({ a: 1 }, { name: 'i' });
      await c.createIndex({ b: 1 }, { name: 'i' });
    },
    86,
  ],
  [
    'the same index under another name',
    async (c) => {
      await c.createIndex({ a: 1 }, { name: 'i' });
      await c.createIndex({ a: 1 }, { name: 'j' });
    },
    85,
  ],
  [
    'the same index with another time to live',
    async (c) => {
      await c.createIndex({ a: 1 }, { expireAfterSeconds: 1 });
      await c.createIndex({ a: 1 }, { expireAfterSeconds: 2 });
    },
    85,
  ],
  [
    'a unique index over duplicates',
    async (c) => {
      await c.insertMany([{ a: 1 }, { a: 1 }]);
      await c.createIndex({ a: 1 }, { unique: true });
    },
    11000,
  ],
  [
    'parallel arrays in one index',
    async (c) => {
      await c.createIndex({ a: 1, b: 1 });
      await c.insertOne({ a: [1], b: [2] });
    },
    171,
  ],
  ['listing indexes of nothing', () => server.collection('nothing').indexes(), 26],
  ['an unknown command', (c) => server.client.db(c.dbName).command({ nope: 1 }), 59],
  [
    'a field that a command does not have',
    (c) => server.client.db(c.dbName).command({ count: 'x', nope: 1 }),
    40415,
  ],
  ['an invalid name', (c) => server.client.db(c.dbName).command({ insert: '', documents: [{}] }), 73],
  [
    'a cursor that is not there',
    (c) => server.client.db(c.dbName).command({ getMore: Long.fromNumber(99), collection: 'x' }),
    43,
  ],
];

test.each(REFUSED)('%s is refused', async (_name, operation, code) => {
  const collection = fresh();
  await collection.insertOne({ _id: 1 as never, n: 1, text: 'x', list: [1] });
  expect(await refusal(operation(collection))).toMatchObject({ code });
});

test('indexes and collections are listed, and are dropped with their database', async () => {
  const collection = fresh();
  await collection.createIndexes([{ key: { a: 1 } }, { key: { b: -1, c: 1 }, unique: true, name: 'bc' }]);
  expect(await collection.createIndex({ a: 1 })).toBe('a_1');
  expect(await collection.createIndex({ a: 1 }, { unique: true, name: 'beside' })).toBe('beside');
  expect(await collection.indexes()).toEqual([
    expect.objectContaining({ key: { _id: 1 }, name: '_id_' }),
    expect.objectContaining({ key: { a: 1 }, name: 'a_1' }),
    expect.objectContaining({ key: { b: -1, c: 1 }, name: 'bc', unique: true }),
    expect.objectContaining({ key: { a: 1 }, name: 'beside', unique: true }),
  ]);
  const database = server.client.db(collection.dbName);
  expect(await database.listCollections({ name: collection.collectionName }).toArray()).toHaveLength(1);
  await database.dropDatabase();
  expect(await database.listCollections().toArray()).toEqual([]);
  expect(await collection.countDocuments()).toBe(0);
});

test('documents, indexes and their names survive a restart', async () => {
  const first = await openTestServer();
  const { dataDir } = first;
  expect(dataDir).toBeTruthy();
  await first.close();
  const { mkdtemp, rm } = await import('node:fs/promises');
  const directory = await mkdtemp(`${dataDir}-again`);
  const { MongoClient } = await import('mongodb');
  for (const round of [1, 2, 3]) {
    const engine = await startEmbeddedMongo({ dataDir: directory });
    const client = new MongoClient(engine.uri);
    const collection = client.db('d').collection('c');
    if (round === 1) await collection.createIndex({ round: 1 }, { unique: true });
    await collection.insertOne({ round });
    await expect(collection.insertOne({ round })).rejects.toMatchObject({ code: 11000 });
    expect(await collection.countDocuments({ round: { $gte: 1 } })).toBe(round);
    await client.close();
    await engine.stop();
  }
  await rm(directory, { recursive: true });
});
