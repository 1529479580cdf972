import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { type Collection, type Db, type Document, MongoServerError } from 'mongodb';
import { databaseChecks, requireUsable } from '../../src/diagnosis/database-checks';
import { diagnose } from '../../src/diagnosis/diagnose';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const lines = async (db: Db, now?: () => Date) =>
  (await diagnose(databaseChecks(db, now))).findings.map(
    ({ check, ok, text }) => `${ok ? 'ok' : 'NOT'} ${check}: ${text}`,
  );

/**
 * Returns the test's database, but with `answer` as the source of the answers to its commands. So the database can act
 * as another server.
 */
function answering(answer: (command: Document, own: () => Promise<Document>) => Promise<Document>): Db {
  const of = (db: Db): Db =>
    new Proxy(db, {
      get: (target, name) => {
        if (name === 'command') {
          return (command: Document) => answer(command, () => target.command(command));
        }
        if (name === 'admin')
          return () => ({
            command: (command: Document) => answer(command, () => target.admin().command(command)),
          });
        if (name === 'client')
          return {
            // The simulated server supports retries. The embedded engine's own client has them turned off, so the
            // option is set here.
            options: { ...target.client.options, retryWrites: true },
            db: (other: string) => of(target.client.db(other)),
            withSession: target.client.withSession.bind(target.client),
          };
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return of(database.db);
}

const NEW = { version: '8.0.4' };
const notEmbedded = ({ embedded: _, msg: _router, ...answer }: Document): Document => answer;

describe('the diagnosis of a database', () => {
  it('passes on the local stack, and leaves no documents', async () => {
    const found = await lines(database.db);
    expect(found.filter((line) => line.startsWith('NOT'))).toEqual([]);
    expect(found).toHaveLength(10);
    expect(await database.db.collection('doctor_probes').countDocuments()).toBe(0);
  });

  it('reports a wrong clock of this machine, with the difference and its direction', async () => {
    const late = await lines(database.db, () => new Date(Date.now() - 90_000));
    expect(late.filter((line) => line.startsWith('NOT'))).toEqual([
      expect.stringMatching(
        /^NOT database clock: this machine's clock is (89|90)\.\d s behind the database's: synchronize both with NTP$/,
      ),
    ]);
  });

  it('does not report a slow answer as a wrong clock', async () => {
    let now = Date.now();
    const slow = answering(async (_command, own) => {
      const answer = await own();
      now += 5_000;
      return { ...answer, ...(answer.localTime && { localTime: new Date(now - 2_500) }) };
    });
    expect((await lines(slow, () => new Date(now))).filter((line) => line.startsWith('NOT'))).toEqual([]);
  });

  it('reports a standalone server: no replicas, no safe retries', async () => {
    const alone = answering(async (command, own) =>
      'buildInfo' in command ? NEW : notEmbedded(await own()),
    );
    expect((await lines(alone)).filter((line) => line.startsWith('NOT'))).toEqual([
      expect.stringContaining('NOT database replicas: a standalone server'),
      expect.stringContaining('NOT database retries: the server has no retryable writes'),
    ]);
  });

  it('reports the version of an old server; an optional command that it lacks is no fault', async () => {
    const old = answering(async (command, own) => {
      if ('buildInfo' in command) return { version: '5.0.31' };
      if ('hello' in command) return { ...notEmbedded(await own()), setName: 'rs0', hosts: ['a', 'b', 'c'] };
      if ('bulkWrite' in command) {
        throw new MongoServerError({ code: 115, message: 'Command bulkWrite not supported' });
      }
      return own();
    });
    const found = await lines(old);
    expect(found.filter((line) => line.startsWith('NOT'))).toEqual([
      'NOT database version: the version is 5.0.31: use MongoDB 7.0 or newer',
    ]);
    expect(found).toContain(
      'ok database bulkWrite: not available before MongoDB 8: each write needs its own command, which is slower',
    );
  });

  it('reports a server that gives no answer, and still shows the other checks', async () => {
    const deaf = answering(async (command, own) => {
      if ('hello' in command) throw new Error('connection closed');
      return own();
    });
    const found = await lines(deaf);
    expect(found.filter((line) => line.includes('connection closed'))).toHaveLength(4);
    expect(found.filter((line) => line.startsWith('ok'))).toHaveLength(6);
  });
});

describe('the start of a service', () => {
  /** Returns the test's database, with these functions in place of its collections' own write methods. */
  const writing = (writes: Partial<Record<keyof Collection, () => Promise<unknown>>>): Db =>
    new Proxy(database.db, {
      get: (target, name) => {
        if (name !== 'collection') return Reflect.get(target, name);
        return (collection: string) => Object.assign(target.collection(collection), writes);
      },
    });
  const NOT_KNOWN = new MongoServerError({ code: 9, message: 'Unknown modifier: $set' });
  // MongoDB sets this label only in errors of writes that may be repeated. Errors of an index build do not have the
  // label.
  const LABEL = { errorLabels: ['RetryableWriteError'] };
  const NO_PRIMARY = [LABEL, {}].map(
    (labels) => new MongoServerError({ code: 10_107, message: 'not primary', ...labels }),
  );
  const NAMELESS = new MongoServerError({ code: 11_000, message: 'duplicate key' });

  it('accepts the local engine, and leaves no documents', async () => {
    await requireUsable(database.db);
    expect(await database.db.collection('doctor_probes').countDocuments()).toBe(0);
  });

  it.each<[string, Parameters<typeof writing>[0], string]>([
    ['without unique indexes', { insertOne: async () => undefined }, 'accepts a duplicate'],
    ['without partial indexes', { insertMany: () => Promise.reject(NAMELESS) }, 'applies to every document'],
    [
      'that does not name the duplicate key',
      { insertOne: () => Promise.reject(NAMELESS) },
      'neither its fields nor its index',
    ],
    [
      'that refuses update pipelines',
      { updateOne: () => Promise.reject(NOT_KNOWN) },
      'Unknown modifier: $set',
    ],
    ['that ignores update pipelines', { updateOne: async () => undefined }, 'gave a wrong result'],
  ])('refuses a server %s', async (_case, writes, words) => {
    await expect(requireUsable(writing(writes))).rejects.toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^Bad configuration\. MONGODB_URI: /) }),
    );
    await expect(requireUsable(writing(writes))).rejects.toThrow(words);
  });

  it('refuses a standalone server, which has no transactions', async () => {
    const message = 'This MongoDB deployment does not support retryable writes.';
    const own = database.db.collection<Document>('doctor_probes');
    const insertMany = async (...[documents, options]: Parameters<typeof own.insertMany>) => {
      if (options?.session) throw new MongoServerError({ message });
      return own.insertMany(documents);
    };
    await expect(requireUsable(writing({ insertMany: insertMany as never }))).rejects.toThrow(
      'MONGODB_URI: a standalone server has no transactions: use MongoDB 7.0 or newer, as a replica set',
    );
  });

  it('says how to give a user the missing rights', async () => {
    const createIndexes = () =>
      Promise.reject(new MongoServerError({ code: 13, message: 'not authorized on orders' }));
    await expect(requireUsable(writing({ createIndexes }))).rejects.toThrow(
      "MONGODB_URI: not authorized on orders: give its user readWrite on the service's database",
    );
  });

  it.each(NO_PRIMARY)('does not refuse a server that has no primary at the moment', async (error) => {
    await requireUsable(writing({ createIndexes: () => Promise.reject(error) }));
  });
});
