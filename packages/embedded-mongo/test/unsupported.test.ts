import { type Document, Long, Timestamp, UUID } from 'bson';
import { externalUri, openTestServer, type TestServer } from './test-server';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
  await server.collection('c').insertOne({ a: 1 });
});

afterAll(() => server.close());

/** Features of MongoDB that this engine lacks. They must never be ignored without an error. */
const MISSING: [Document, number][] = [
  [{ find: 'c', collation: { locale: 'en' } }, 40415],
  [{ find: 'c', hint: 'a_1' }, 40415],
  [{ find: 'c', tailable: true }, 40415],
  ...['$where', '$text', '$nor', '$expr', '$comment', '$jsonSchema'].map((name): [Document, number] => [
    { find: 'c', filter: { [name]: [{ a: 1 }] } },
    2,
  ]),
  ...['$eq', '$not', '$type', '$near', '$bitsAllSet', '$all', '$mod'].map((name): [Document, number] => [
    { find: 'c', filter: { a: { [name]: 1 } } },
    2,
  ]),
  [{ find: 'c', filter: { a: /x/ } }, 2],
  [{ find: 'c', filter: { a: { $in: [/x/] } } }, 2],
  ...['c$', '\\Ac', 'a.c', '[[:alpha:]]', 'a+', '(a)', '(?=a)', '\\d'].map(($regex): [Document, number] => [
    { find: 'c', filter: { a: { $regex } } },
    2,
  ]),
  [{ find: 'c', filter: { a: { $regex: 'a', $options: 'm' } } }, 2],
  [{ find: 'c', filter: { a: { $regex: '[\\p{Lu}]', $options: 'i' } } }, 2],
  [{ find: 'c', filter: { a: { $gt: new Timestamp({ t: 1, i: 1 }) } } }, 2],
  [{ find: 'c', filter: { a: Long.fromString('9007199254740993') } }, 2],
  [{ find: 'c', sort: { 'a.0': 1 } }, 2],
  [{ find: 'c', projection: { 'a.$': 1 } }, 2],
  [{ find: 'c', projection: { 'a.b': 0 } }, 2],
  [{ find: 'c', projection: { a: { $slice: 1 } } }, 31325],
  [{ find: 'c', projection: { b: '$a' } }, 31325],
  ...[
    '$lookup',
    '$out',
    '$changeStream',
    '$unwind',
    '$addFields',
    '$project',
    '$sort',
    '$limit',
    '$count',
  ].map((name): [Document, number] => [{ aggregate: 'c', pipeline: [{ [name]: {} }], cursor: {} }, 40324]),
  [{ aggregate: 'c', pipeline: [{ $group: { _id: 1 } }, { $match: {} }], cursor: {} }, 40324],
  [{ aggregate: 'c', pipeline: [{ $group: { _id: 1, v: { $avg: '$a' } } }], cursor: {} }, 2],
  [{ aggregate: 'c', pipeline: [{ $group: { _id: 1, v: { $sum: '$a' } } }], cursor: {} }, 2],
  [{ aggregate: 'c', pipeline: [{ $group: { _id: { a: '$a' } } }], cursor: {} }, 2],
  [{ aggregate: 'c', pipeline: [{ $group: { _id: '$a', n: { $sum: 1 } } }], cursor: {} }, 2],
  [{ count: 'c', query: { a: 1 } }, 40415],
  ...['$bit', '$rename', '$currentDate', '$addToSet', '$pop', '$mul', '$pullAll'].map(
    (name): [Document, number] => [{ update: 'c', updates: [{ q: {}, u: { [name]: { a: 1 } } }] }, 9],
  ),
  [{ update: 'c', updates: [{ q: {}, u: { b: 1 } }] }, 9],
  [{ update: 'c', updates: [{ q: {}, u: { $set: { 'l.$': 1 } } }] }, 2],
  [{ update: 'c', updates: [{ q: {}, u: { $set: { 'l.$[]': 1 } } }] }, 2],
  [{ update: 'c', updates: [{ q: {}, u: { $push: { l: { $each: [1], $sort: 1 } } } }] }, 2],
  [{ update: 'c', updates: [{ q: {}, u: { $set: { a: 1 } }, sort: { a: 1 } }] }, 40415],
  [{ update: 'c', updates: [{ q: {}, u: { $set: { a: 1 } }, collation: { locale: 'en' } }] }, 40415],
  [{ update: 'c', updates: [{ q: {}, u: [{ $group: { _id: 1 } }] }] }, 72],
  [{ update: 'c', updates: [{ q: {}, u: [{ $unset: 'a' }] }] }, 72],
  [{ update: 'c', updates: [{ q: {}, u: [{ $set: { a: { b: 1 } } }] }] }, 2],
  ...['$toUpper', '$reduce', '$function', '$lt', '$sum'].map((name): [Document, number] => [
    { update: 'c', updates: [{ q: {}, u: [{ $set: { v: { [name]: ['$a'] } } }] }] },
    168,
  ]),
  [{ createIndexes: 'c', indexes: [{ key: { a: 'text' }, name: 't' }] }, 67],
  [{ createIndexes: 'c', indexes: [{ key: { 'a.0': 1 }, name: 't' }] }, 67],
  [{ createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 't', collation: { locale: 'en' } }] }, 67],
  [{ createIndexes: 'c', indexes: [{ key: { a: 1, b: 1 }, name: 't', expireAfterSeconds: 1 }] }, 67],
  ...[{ $ne: 1 }, { $exists: false }, { $regex: 'x' }, { $elemMatch: { b: 1 } }, { $in: [1] }].map(
    (a): [Document, number] => [
      { createIndexes: 'c', indexes: [{ key: { b: 1 }, name: 't', partialFilterExpression: { a } }] },
      67,
    ],
  ),
  [
    {
      createIndexes: 'c',
      indexes: [{ key: { a: 1 }, name: 't', sparse: true, partialFilterExpression: { a: 1 } }],
    },
    67,
  ],
  ...[
    'create',
    'drop',
    'distinct',
    'mapReduce',
    'renameCollection',
    'dropIndexes',
    'collMod',
    'listDatabases',
  ].map((name): [Document, number] => [{ [name]: 'c' }, 59]),
  [{ insert: 'c', documents: [{}], lsid: { id: new UUID() }, txnNumber: Long.ONE }, 20],
];

(externalUri ? describe.skip : describe)('what the engine does not have', () => {
  test.each(MISSING)('%j is refused', async (command, code) => {
    const database = server.client.db(server.collection('c').dbName);
    const answer = await database.command(command).catch((error) => error);
    expect(answer.writeErrors?.[0] ?? answer).toMatchObject({ code });
  });

  test('a read in a transaction is refused', async () => {
    const inTransaction = server.client.withSession((session) =>
      session.withTransaction(() => server.collection('c').findOne({ a: 1 }, { session })),
    );
    await expect(inTransaction).rejects.toMatchObject({ code: 263 });
  });

  test('a change stream is refused', async () => {
    const stream = server.collection('c').watch();
    await expect(stream.next()).rejects.toMatchObject({ code: 40324 });
    await stream.close();
  });

  test('a document of more than 16 MB, with 181 levels or with an _id of more than 900 bytes is refused', async () => {
    const collection = server.collection('c');
    const text = 'x'.repeat(9_000_000);
    await collection.insertOne({ _id: 'big' as never, text });
    const doubled = collection.updateOne({ _id: 'big' as never }, { $set: { more: text } });
    await expect(doubled).rejects.toMatchObject({ code: 10334 });
    const nested = (levels: number): Document => (levels === 0 ? {} : { a: nested(levels - 1) });
    await collection.insertOne(nested(179));
    await expect(collection.insertOne(nested(180))).rejects.toMatchObject({ code: 15 });
    await expect(collection.insertOne({ _id: 'x'.repeat(1000) as never })).rejects.toMatchObject({
      code: 17280,
    });
  });
});
