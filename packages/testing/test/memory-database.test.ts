import fc from 'fast-check';
import type { Db, Document, IndexDescription } from 'mongodb';
import { MemoryDatabase } from '../src/memory-database';
import { startTestDatabase, type TestDatabase } from '../src/start-test-database';

/** The two kinds of unique index that stores have: an index on several fields, and a partial index. */
const indexes: readonly IndexDescription[] = [
  { key: { accountId: 1, seq: 1 }, unique: true },
  { key: { accountId: 1 }, unique: true, partialFilterExpression: { active: true }, name: 'one_active' },
];

let database: TestDatabase;
let round = 0;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const id = fc.constantFrom('a', 'b', 'c', 'd');
const accountId = fc.nat(1);
const seq = fc.nat(3);
const state = fc.constantFrom('open', 'sent', 'done');
const at = fc.nat(3).map((day) => new Date(Date.UTC(2026, 2, 1 + day)));
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });

const filter = fc
  .record({
    _id: maybe(id),
    accountId: maybe(accountId),
    state: maybe(state),
    tags: maybe(state),
    due: maybe(at),
  })
  .map(({ due, ...rest }) => ({ ...rest, ...(due && { dueAt: { $lte: due } }) }));
const guarded = fc.oneof(
  filter,
  filter.map((one) => ({ ...one, sentAt: null })),
  filter.map((one) => ({
    ...one,
    $or: [{ leaseUntil: { $exists: false } }, { state: { $in: ['open', 'sent'] } }],
  })),
);
const update = fc
  .record({ state, at, flag: fc.boolean(), count: fc.nat(2), tag: state, kind: fc.nat(4) })
  .map(({ state: to, at: time, flag, count, tag, kind }): Document => {
    if (kind === 0) return { $set: { state: to, dueAt: time }, $unset: { leaseUntil: '' } };
    if (kind === 1)
      return { $set: { leaseUntil: time, ...(flag && { active: true }) }, $inc: { fence: count } };
    if (kind === 2) return { $push: { tags: tag }, $setOnInsert: { seq: count } };
    if (kind === 3) return { $pull: { tags: tag }, $unset: { active: '', sentAt: '' } };
    return { $set: { 'part.name': tag, sentAt: time, left: undefined } };
  });
const document = fc.record({
  _id: id,
  accountId,
  seq,
  state,
  active: maybe(fc.constant(true)),
  sentAt: maybe(at),
});
const operation = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), document }),
  fc.record({
    do: fc.constant('insert_many' as const),
    documents: fc.array(document, { minLength: 2, maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('update' as const), filter: guarded, update }),
  fc.record({ do: fc.constant('upsert' as const), filter: fc.record({ _id: id, accountId }), update }),
  fc.record({
    do: fc.constant('change' as const),
    filter: fc.record({ _id: id, state: maybe(state) }),
    update,
  }),
  fc.record({ do: fc.constant('find' as const), filter: guarded, limit: fc.integer({ min: 1, max: 3 }) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Returns the result that a store would see. A duplicate key is a result, too. */
async function run(db: Db, name: string, one: Operation): Promise<unknown> {
  const collection = db.collection<Document>(name);
  try {
    switch (one.do) {
      case 'insert':
        return Boolean(await collection.insertOne({ ...one.document } as Document));
      case 'insert_many': {
        const copies = one.documents.map((each) => ({ ...each }) as Document);
        return (await collection.insertMany(copies)).insertedCount;
      }
      case 'update':
        // The sort decides which of several matching documents is changed. Without a sort, the two databases could
        // choose different documents.
        return Boolean(
          await collection.findOneAndUpdate(one.filter as Document, one.update, {
            sort: { _id: 1 },
            returnDocument: 'after',
          }),
        );
      case 'upsert': {
        const { matchedCount, upsertedCount } = await collection.updateOne(
          one.filter as Document,
          one.update,
          {
            upsert: true,
          },
        );
        return [matchedCount, upsertedCount];
      }
      case 'change':
        return await collection.findOneAndUpdate(one.filter as Document, one.update, {
          returnDocument: 'after',
        });
      case 'find':
        return await collection
          .find(one.filter as Document)
          .sort({ accountId: -1, _id: 1 })
          .limit(one.limit)
          .toArray();
    }
  } catch (error) {
    const { code, insertedCount } = error as { code?: unknown; insertedCount?: number };
    return one.do === 'insert_many' ? { code, insertedCount } : { code };
  }
}

test('an in-memory database answers stores like a real engine, with unique indexes and duplicates', async () => {
  const property = fc.asyncProperty(
    fc.array(operation, { minLength: 5, maxLength: 30 }),
    async (operations) => {
      round += 1;
      const name = `things_${round}`;
      const memory = new MemoryDatabase({ indexes: { [name]: indexes } });
      const link = { before: () => undefined, afterWrite: () => undefined };
      await database.db.collection(name).createIndexes([...indexes]);
      for (const one of operations) {
        expect(await run(memory.through(link), name, one)).toEqual(await run(database.db, name, one));
      }
      const byId = (a: Document, b: Document) => (a._id < b._id ? -1 : 1);
      const real = await database.db.collection<Document>(name).find({}).toArray();
      expect([...memory.all(name)].sort(byId)).toEqual(real.sort(byId));
      await database.db.collection(name).deleteMany({});
    },
  );
  await fc.assert(property, { numRuns: 150 });
});
