import { Binary, type Document, Long, ObjectId } from 'mongodb';
import { openTestServer, type TestServer } from './test-server';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});

afterAll(() => server.close());

const id = new ObjectId();

/** Each row: a filter, documents that match, documents that do not match. */
const MATCHES: [Document, Document[], Document[]][] = [
  [
    { a: 1 },
    [{ a: 1 }, { a: [2, 1] }, { a: Long.fromNumber(1) }],
    [{ a: '1' }, { a: [[1]] }, {}, { a: true }],
  ],
  [{ a: null }, [{ a: null }, {}, { a: [null] }], [{ a: 0 }, { a: [] }]],
  [
    { 'a.b': null },
    [{ a: {} }, { a: 4 }, {}, { a: [{ b: null }] }, { a: [{ b: 3 }, {}] }],
    [{ a: [] }, { a: [1, 2] }, { a: { b: 1 } }],
  ],
  [{ a: { x: 1, y: 2 } }, [{ a: { x: 1, y: 2 } }], [{ a: { y: 2, x: 1 } }, { a: { x: 1 } }]],
  [{ a: [1, 2] }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: [2, 1] }, { a: [1] }]],
  [{ a: { $ne: 1 } }, [{ a: 2 }, {}, { a: [2] }], [{ a: 1 }, { a: [1, 2] }]],
  [
    { a: { $gt: 1 } },
    [{ a: 2 }, { a: [0, 2] }, { a: Long.fromNumber(2 ** 52) }],
    [{ a: 1 }, { a: 'z' }, {}, { a: null }, { a: new Date() }],
  ],
  [{ a: { $gte: 1, $lt: 3 } }, [{ a: 1 }, { a: 2.5 }, { a: [0, 5] }], [{ a: 3 }, { a: [0, -1] }]],
  [{ a: { $lte: 'b' } }, [{ a: 'a' }, { a: 'b' }, { a: '' }], [{ a: 'c' }, { a: 1 }]],
  [{ a: { $gte: null } }, [{ a: null }, {}], [{ a: 1 }]],
  [{ a: { $lt: new Date(5) } }, [{ a: new Date(4) }], [{ a: new Date(5) }, { a: 4 }]],
  [{ a: { $in: [1, 'x', null] } }, [{ a: 1 }, { a: 'x' }, {}, { a: ['x'] }], [{ a: 2 }]],
  [{ a: { $nin: [1, 2] } }, [{ a: 3 }, {}], [{ a: 1 }, { a: [3, 2] }]],
  [{ a: { $exists: true } }, [{ a: null }, { a: 0 }], [{}]],
  [{ 'a.b': { $exists: false } }, [{}, { a: 1 }, { a: [] }], [{ a: { b: null } }, { a: [{ b: 1 }] }]],
  [
    { a: { $regex: '^a\\-b', $options: 'i' } },
    [{ a: 'A-Bc' }, { a: ['x', 'a-b'] }],
    [{ a: 'cA-B' }, { a: 1 }],
  ],
  [{ a: { $regex: '(?:^|[^\\p{L}\\p{N}])so' } }, [{ a: 'so' }, { a: 'a-so' }], [{ a: 'also' }, { a: 'éso' }]],
  [{ a: { $size: 2 } }, [{ a: [1, 2] }], [{ a: [1] }, { a: 2 }]],
  [
    { a: { $elemMatch: { x: 1, y: 2 } } },
    [{ a: [{ x: 1, y: 2 }] }],
    [{ a: [{ x: 1 }, { y: 2 }] }, { a: { x: 1, y: 2 } }],
  ],
  [{ a: { $elemMatch: { $gt: 1, $lt: 3 } } }, [{ a: [0, 2] }], [{ a: [0, 4] }, { a: 2 }, { a: [[2]] }]],
  [{ a: { $elemMatch: { 0: 1 } } }, [{ a: [[1]] }], [{ a: [1] }, { a: [[2]] }]],
  [
    { 'a.b': 1 },
    [{ a: { b: 1 } }, { a: [{ b: 2 }, { b: 1 }] }, { a: { b: [1] } }],
    [{ a: [[{ b: 1 }]] }, { 'a.b': 1 }],
  ],
  [{ 'a.0': 1 }, [{ a: [1, 2] }, { a: { 0: 1 } }], [{ a: [2, 1] }, { a: [[1, 2], 3] }]],
  [{ 'a.0.b': 1 }, [{ a: [{ b: 1 }] }], [{ a: [{ b: 2 }, { b: 1 }] }]],
  [{ $and: [{ a: 1 }, { b: 2 }] }, [{ a: 1, b: 2 }], [{ a: 1 }]],
  [{ $or: [{ a: 1 }, { b: 2 }] }, [{ a: 1 }, { b: 2 }], [{ a: 2 }]],
  [
    { a: new Binary(Buffer.from('ab')) },
    [{ a: new Binary(Buffer.from('ab')) }],
    [{ a: new Binary(Buffer.from('ac')) }, { a: 'ab' }],
  ],
  [{ a: Number.NaN }, [{ a: Number.NaN }], [{ a: 1 }, {}]],
  [{ constructor: { $exists: true } }, [{ constructor: 1 }], [{}]],
];

test.each(MATCHES)('filter %j', async (filter, matching, others) => {
  for (const indexes of [[], [{ key: { a: 1 } }], [{ key: { 'a.b': -1 } }, { key: { b: 1, a: -1 } }]]) {
    const collection = server.collection(`matches${Math.random()}`);
    for (const { key } of indexes) await collection.createIndex(key as never);
    await collection.insertMany(
      [...matching, ...others].map((document, _id) => ({ ...document, _id }) as never),
    );
    const found = await collection.find(filter).toArray();
    expect(found.map((one) => Number(one._id)).sort((x, y) => x - y)).toEqual(matching.map((_, i) => i));
    expect(await collection.countDocuments(filter)).toBe(matching.length);
  }
});

test('values of all types sort in BSON order, in both directions, with and without an index', async () => {
  const ordered = [
    null,
    -1,
    0.5,
    Long.fromNumber(7),
    'B',
    'a',
    { x: 1 },
    [],
    new Binary(Buffer.from('a')),
    id,
    false,
    true,
    new Date(0),
  ];
  // An empty array comes before all other values. Other arrays are sorted by their least element.
  const expected = [7, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
  for (const indexed of [false, true]) {
    const collection = server.collection(`sorted${indexed}`);
    if (indexed) await collection.createIndex({ v: 1 });
    await collection.insertMany(ordered.map((v, _id) => ({ _id: _id as never, v })));
    const up = await collection.find().sort({ v: 1 }).toArray();
    expect(up.map(({ _id }) => Number(_id))).toEqual(expected);
    const down = await collection.find().sort({ v: -1 }).toArray();
    expect(down.map(({ _id }) => Number(_id))).toEqual(expected.toReversed());
  }
});

test('an array sorts by its smallest element ascending and by its largest descending', async () => {
  const collection = server.collection('arrays');
  await collection.insertMany([
    { _id: 1 as never, v: [5, 1] },
    { _id: 2 as never, v: 3 },
    { _id: 3 as never, v: [2, 4] },
  ]);
  expect((await collection.find().sort({ v: 1 }).toArray()).map(({ _id }) => Number(_id))).toEqual([1, 3, 2]);
  expect((await collection.find().sort({ v: -1 }).toArray()).map(({ _id }) => Number(_id))).toEqual([
    1, 3, 2,
  ]);
});

const SHAPES: [Document, Document][] = [
  [{ a: 1 }, { _id: 1, a: 1 }],
  [{ a: 1, _id: 0 }, { a: 1 }],
  [{ _id: 1 }, { _id: 1 }],
  [{ _id: 0 }, { a: 1, b: { c: 2, d: 3 }, e: [{ f: 1, g: 2 }, { f: 3 }, 5] }],
  [{ 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
  [{ 'e.f': 1 }, { _id: 1, e: [{ f: 1 }, { f: 3 }] }],
  [
    { b: 0, e: 0 },
    { _id: 1, a: 1 },
  ],
  [{ missing: 1 }, { _id: 1 }],
];

test.each(SHAPES)('projection %j', async (projection, expected) => {
  const collection = server.collection(`shapes${Math.random()}`);
  await collection.insertOne({ _id: 1 as never, a: 1, b: { c: 2, d: 3 }, e: [{ f: 1, g: 2 }, { f: 3 }, 5] });
  expect(await collection.findOne({}, { projection })).toEqual(expected);
});

test('a cursor returns one batch after another, ends, and does not exist after it is killed', async () => {
  const collection = server.collection('batches');
  await collection.insertMany(Array.from({ length: 1000 }, (_, i) => ({ _id: i as never })));
  const seen: number[] = [];
  for await (const { _id } of collection.find().sort({ _id: 1 }).batchSize(7)) seen.push(Number(_id));
  expect(seen).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  expect(await collection.find().skip(990).limit(5).toArray()).toHaveLength(5);
  const cursor = collection.find().batchSize(2);
  await cursor.next();
  const { id: cursorId } = cursor;
  await cursor.close();
  const database = server.client.db(collection.dbName);
  await expect(database.command({ getMore: cursorId, collection: 'batches' })).rejects.toMatchObject({
    code: 43,
  });
});

test('an open cursor continues after its last document while documents are written and deleted', async () => {
  const collection = server.collection('moving');
  await collection.insertMany(Array.from({ length: 50 }, (_, i) => ({ _id: i as never })));
  const cursor = collection.find().sort({ _id: 1 }).batchSize(10);
  const first = await cursor.next();
  await collection.deleteMany({ _id: { $gte: 40 as never } });
  const rest = await cursor.toArray();
  expect([first, ...rest].map((one) => Number(one?._id))).toEqual(Array.from({ length: 40 }, (_, i) => i));
});

test('an open cursor returns no document that has left its range meanwhile', async () => {
  const collection = server.collection('leaving');
  await collection.createIndex({ state: 1, n: 1 });
  await collection.insertMany(Array.from({ length: 20 }, (_, n) => ({ n, state: 'due' })));
  const cursor = collection.find({ state: 'due' }).sort({ n: 1 }).batchSize(5);
  await cursor.next();
  await collection.updateMany({ n: { $gte: 5 } }, { $set: { state: 'done' } });
  expect(await cursor.toArray()).toHaveLength(4);
});

const ORDERS = [
  { _id: 1, account: 'a', cents: 100, tags: ['x', 'y'] },
  { _id: 2, account: 'a', cents: 250, tags: [] },
  { _id: 3, account: 'b', cents: 50, tags: ['x'] },
  { _id: 4, account: 'b', cents: null },
];
const PIPELINES: [Document[], Document[]][] = [
  [[{ $match: { _id: 1 } }], [ORDERS[0]!]],
  [[{ $match: { account: 'b' } }, { $group: { _id: 1, n: { $sum: 1 } } }], [{ _id: 1, n: 2 }]],
  [[{ $match: { cents: null } }, { $group: { _id: null, all: { $sum: 1 } } }], [{ _id: null, all: 1 }]],
  [[{ $match: { account: 'nobody' } }, { $group: { _id: null, n: { $sum: 1 } } }], []],
];

test.each(PIPELINES)('pipeline %j', async (pipeline, expected) => {
  const collection = server.collection(`pipelines${Math.random()}`);
  await collection.insertMany(ORDERS as never);
  expect(await collection.aggregate(pipeline).toArray()).toEqual(expected);
});

const DAY = new Date(86_400_000);
/** Each row: a document, an expression, and the value of the expression; undefined when the value is missing. */
const EXPRESSIONS: [Document, unknown, unknown][] = [
  [{ a: [{ b: 1 }, { b: 2 }, 3, [{ b: 4 }], {}] }, '$a.b', [1, 2]],
  [{ a: 1 }, '$a.b', undefined],
  [{}, { $literal: '$a' }, '$a'],
  [{ a: 5 }, { $cond: [{ $gt: ['$a', 4] }, 'more', 'less'] }, 'more'],
  [{ a: DAY }, { $cond: [{ $gt: [DAY, '$a'] }, 'more', '$b'] }, undefined],
  [{ a: null }, { $ifNull: ['$a', '$b', 7] }, 7],
  [{}, { $ifNull: ['$a', '$b'] }, undefined],
  [{ a: 0 }, { $and: [true, '$a'] }, false],
  [{ a: 'x' }, { $not: ['$a'] }, false],
  [{}, { $not: ['$a'] }, true],
  [{ a: [1, { b: 2 }] }, { $eq: ['$a', [1, { b: 2 }]] }, true],
  [{ a: null }, { $eq: ['$a', '$b'] }, false],
  [{ a: 1 }, { $gt: ['x', '$a'] }, true],
  [{ a: 1 }, { $add: ['$a', 2, 0.5] }, 3.5],
  [{ a: 1 }, { $add: ['$a', '$b'] }, null],
  [{ a: 3 }, { $max: ['$a', '$b', 2] }, 3],
  [{}, { $max: ['$a', null] }, null],
  [{ a: [1, 2, 3] }, { $slice: ['$a', -2] }, [2, 3]],
  [{ a: [1, 2, 3] }, { $slice: ['$a', 2] }, [1, 2]],
  [{ a: [1] }, { $concatArrays: ['$a', [2, '$b'], []] }, [1, 2, null]],
  [{ a: [1] }, { $concatArrays: ['$a', '$b'] }, null],
  [{ a: { x: 1, y: 1 } }, { $mergeObjects: ['$a', null, { y: 2, z: '$b' }] }, { x: 1, y: 2 }],
  [{ a: [1, 5, 9], least: 4 }, { $filter: { input: '$a', cond: { $gt: ['$$this', '$least'] } } }, [5, 9]],
  [{ a: [{ n: 1 }, { n: 2 }] }, { $map: { input: '$a', as: 'one', in: { $add: ['$$one.n', 1] } } }, [2, 3]],
  [{}, { $map: { input: '$a', as: 'one', in: '$$one' } }, null],
];

test.each(EXPRESSIONS)('in %j the expression %j', async (document, expression, value) => {
  const collection = server.collection(`expressions${Math.random()}`);
  await collection.insertOne({ ...document });
  await collection.updateOne({}, [{ $set: { value: expression } }]);
  expect((await collection.findOne({}))?.value).toEqual(value);
});

test('a sort through an array of mixed elements treats elements that are no document as null', async () => {
  const collection = server.collection('mixed');
  await collection.insertMany([
    { _id: 1 as never, a: [{ b: 5 }, 7] },
    { _id: 2 as never, a: { b: 1 } },
    { _id: 3 as never, a: [{ b: 2 }] },
  ]);
  const ids = async (direction: 1 | -1) =>
    (await collection.find().sort({ 'a.b': direction }).toArray()).map(({ _id }) => Number(_id));
  expect(await ids(1)).toEqual([1, 2, 3]);
  expect(await ids(-1)).toEqual([1, 3, 2]);
  await collection.createIndex({ 'a.b': 1 });
  expect(await ids(1)).toEqual([1, 2, 3]);
});
