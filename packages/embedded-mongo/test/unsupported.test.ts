import type { Document } from 'bson';
import { externalUri, openTestServer, type TestServer } from './test-server';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ replicaSet: 'rs0' });
  await server.collection('c').insertOne({ a: 1 });
});

afterAll(() => server.close());

/** What MongoDB has and this engine has not: it must never be ignored in silence. */
const MISSING: [Document, number][] = [
  [{ find: 'c', collation: { locale: 'en' } }, 40415],
  [{ find: 'c', hint: 'a_1' }, 40415],
  [{ find: 'c', tailable: true }, 40415],
  [{ find: 'c', filter: { $where: '1' } }, 2],
  [{ find: 'c', filter: { $text: { $search: 'x' } } }, 2],
  [{ find: 'c', filter: { a: { $near: [0, 0] } } }, 2],
  [{ find: 'c', filter: { a: { $bitsAllSet: 1 } } }, 2],
  [{ find: 'c', projection: { 'a.$': 1 } }, 2],
  [
    {
      aggregate: 'c',
      pipeline: [{ $lookup: { from: 'd', as: 'd', localField: 'a', foreignField: 'a' } }],
      cursor: {},
    },
    40324,
  ],
  [{ aggregate: 'c', pipeline: [{ $out: 'd' }], cursor: {} }, 40324],
  [{ aggregate: 'c', pipeline: [{ $changeStream: {} }], cursor: {} }, 40324],
  [{ aggregate: 'c', pipeline: [{ $group: { _id: 1, v: { $stdDevPop: '$a' } } }], cursor: {} }, 2],
  [
    {
      aggregate: 'c',
      pipeline: [{ $addFields: { v: { $function: { body: 'x', args: [], lang: 'js' } } } }],
      cursor: {},
    },
    168,
  ],
  [{ aggregate: 'c', pipeline: [{ $sort: { a: { $meta: 'textScore' } } }], cursor: {} }, 2],
  [{ update: 'c', updates: [{ q: {}, u: { $bit: { a: { and: 1 } } } }] }, 9],
  [{ update: 'c', updates: [{ q: {}, u: { $rename: { a: 'b' } } }] }, 9],
  [{ update: 'c', updates: [{ q: {}, u: { $set: { a: 1 } }, collation: { locale: 'en' } }] }, 40415],
  [{ update: 'c', updates: [{ q: {}, u: [{ $group: { _id: 1 } }] }] }, 72],
  [{ createIndexes: 'c', indexes: [{ key: { a: 'text' }, name: 't' }] }, 67],
  [{ createIndexes: 'c', indexes: [{ key: { a: '2dsphere' }, name: 't' }] }, 67],
  [{ createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 't', collation: { locale: 'en' } }] }, 67],
  [{ createIndexes: 'c', indexes: [{ key: { a: 1, b: 1 }, name: 't', expireAfterSeconds: 1 }] }, 67],
  [
    {
      createIndexes: 'c',
      indexes: [{ key: { a: 1 }, name: 't', sparse: true, partialFilterExpression: { a: 1 } }],
    },
    67,
  ],
  [{ create: 'd', capped: true, size: 1000 }, 40415],
  [{ create: 'd', validator: {} }, 40415],
  [{ mapReduce: 'c' }, 59],
  [{ renameCollection: 'a.b' }, 59],
];

(externalUri ? describe.skip : describe)('what the engine does not have', () => {
  test.each(MISSING)('%j is refused', async (command, code) => {
    const database = server.client.db(server.collection('c').dbName);
    const answer = await database.command(command).catch((error) => error);
    expect(answer.writeErrors?.[0] ?? answer).toMatchObject({ code });
  });

  test('a transaction is refused', async () => {
    const inTransaction = server.client.withSession((session) =>
      session.withTransaction(() => server.collection('c').insertOne({ b: 1 }, { session })),
    );
    await expect(inTransaction).rejects.toMatchObject({ code: 263 });
    expect(await server.collection('c').countDocuments({ b: 1 })).toBe(0);
  });

  test('a change stream is refused', async () => {
    const stream = server.collection('c').watch();
    await expect(stream.next()).rejects.toMatchObject({ code: 40324 });
    await stream.close();
  });

  test('a document of more than 16 MB and an _id of more than 900 bytes are refused', async () => {
    const collection = server.collection('c');
    await collection.insertOne({ _id: 'big' as never, text: 'x'.repeat(9_000_000) });
    const doubled = collection.updateOne({ _id: 'big' as never }, [
      { $set: { text: { $concat: ['$text', '$text'] } } },
    ]);
    await expect(doubled).rejects.toMatchObject({ code: 10334 });
    await expect(collection.insertOne({ _id: 'x'.repeat(1000) as never })).rejects.toMatchObject({
      code: 17280,
    });
  });
});
