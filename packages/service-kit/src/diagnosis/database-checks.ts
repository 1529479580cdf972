import { randomBytes } from 'node:crypto';
import { type Collection, type Db, type Document, MongoServerError } from 'mongodb';
import { isDatabaseAway } from '../mongo/is-database-away';
import { isDuplicateKey } from '../mongo/is-duplicate-key';
import { lacksCommand } from '../mongo/lacks-command';
import { OLDEST_VERSION, remedyOf, UnusableServer } from '../mongo/unusable-server';
import { clockDifference } from './clock-difference';
import type { Check } from './finding';

/** A collection in the service's own database. Documents that a check could not delete expire after an hour. */
const PROBES = 'doctor_probes';
const KEPT_S = 3_600;
/**
 * A larger difference between the clocks of the database server and of this program is reported, because people would
 * see wrong times.
 */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
/** The text that is reported for the local stack's engine. The other checks are skipped for this engine. */
const EMBEDDED = 'the embedded engine, for one machine';

/** Thrown when the server does not do what a command requires. */
class Unusable extends Error {
  override readonly name = 'Unusable';
}

interface Probe {
  _id: string;
  at: Date;
  name?: string;
  live?: boolean;
  counts: { day: string; n: number }[];
}

/** Tries everything that the services require of a MongoDB server. `docs/deploying.md` lists these requirements. */
export function databaseChecks(db: Db, now: () => Date = () => new Date()): readonly Check[] {
  const hello = () => db.command({ hello: 1 });
  const probing = (attempt: Attempt) => () =>
    withProbes(db, attempt).catch((error: unknown) => {
      throw isFinal(error) ? new Error(`${error.message}: ${remedyOf(error)}`, { cause: error }) : error;
    });
  return [
    { name: 'database version', run: async () => version(db, await hello()) },
    { name: 'database replicas', run: async () => replicas(await hello()) },
    { name: 'database retries', run: async () => retries(await hello(), db) },
    { name: 'database clock', run: async () => clock(now(), await hello(), now()) },
    { name: 'database writes', run: probing(writes) },
    { name: 'database indexes', run: probing(indexes) },
    { name: 'database transactions', run: probing(transactions) },
    { name: 'database updates', run: probing(updates) },
    { name: 'database patterns', run: probing(patterns) },
    { name: 'database bulkWrite', run: probing(bulkWrite) },
  ];
}

async function version(db: Db, { embedded }: Document): Promise<string> {
  if (embedded) return EMBEDDED;
  const { version: found = '' } = await db.admin().command({ buildInfo: 1 });
  if (Number.parseInt(found, 10) >= OLDEST_VERSION) return `MongoDB ${found}`;
  throw new Error(`the version is ${found || 'unknown'}: use MongoDB ${OLDEST_VERSION}.0 or newer`);
}

const isOfMany = ({ setName, msg }: Document): boolean => Boolean(setName) || msg === 'isdbgrid';

function replicas(hello: Document): string {
  const { embedded, setName, hosts = [] } = hello;
  if (embedded) return EMBEDDED;
  if (!isOfMany(hello)) {
    throw new Error(
      'a standalone server has no copy of its data; start it as a replica set (replSetInitiate)',
    );
  }
  return setName ? `replica set ${setName}, members: ${hosts.length}` : 'a sharded cluster';
}

function retries(hello: Document, db: Db): string {
  if (hello.embedded) return EMBEDDED;
  if (!isOfMany(hello) || hello.logicalSessionTimeoutMinutes === undefined) {
    throw new Error(
      'the server has no retryable writes: a lost response becomes an error. Use a replica set',
    );
  }
  if (db.client.options.retryWrites) return 'writes with a lost response are retried';
  throw new Error('MONGODB_URI contains retryWrites=false: remove it');
}

function clock(askedAt: Date, { localTime }: Document, answeredAt: Date): string {
  const ahead = clockDifference(localTime as Date, askedAt, answeredAt);
  if (Math.abs(ahead) <= MAX_CLOCK_DIFFERENCE_MS) return 'this machine and the database agree';
  const away = `${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead < 0 ? 'behind' : 'ahead of'} the database's`;
  throw new Error(`this machine's clock is ${away}: synchronize both with NTP`);
}

type Attempt = (probes: Collection<Probe>, id: string, db: Db) => Promise<string>;

/**
 * Runs an attempt with ids and names that no other attempt uses, so that several services can run attempts at the same
 * time.
 */
async function withProbes(db: Db, attempt: Attempt): Promise<string> {
  const probes = db.collection<Probe>(PROBES);
  const id = randomBytes(8).toString('hex');
  try {
    return await attempt(probes, id, db);
  } finally {
    await probes.deleteMany({ _id: { $in: [id, `${id}-2`, `${id}-3`] } }).catch(() => undefined);
  }
}

const aProbe = (_id: string, more: Partial<Probe> = {}): Probe => ({
  _id,
  at: new Date(),
  counts: [{ day: 'a', n: 1 }],
  ...more,
});

const writes: Attempt = async (probes, id) => {
  const writeConcern = { w: 'majority' as const, journal: true, wtimeoutMS: 5_000 };
  await probes.insertOne(aProbe(id), { writeConcern });
  return 'a majority acknowledges each write';
};

const indexes: Attempt = async (probes, id) => {
  await probes.createIndexes([
    { key: { at: 1 }, expireAfterSeconds: KEPT_S },
    { key: { name: 1 }, unique: true, partialFilterExpression: { live: true } },
  ]);
  const two = [aProbe(id, { name: id }), aProbe(`${id}-2`, { name: id, live: true })];
  await probes.insertMany(two).catch((error: unknown) => {
    throw isDuplicateKey(error) ? new Unusable('a partial unique index applies to every document') : error;
  });
  const taken: unknown = await probes
    .insertOne(aProbe(`${id}-3`, { name: id, live: true }))
    .catch((error: unknown) => error);
  if (!isDuplicateKey(taken)) throw new Unusable('a partial unique index accepts a duplicate');
  if (!isDuplicateKey(taken, ['name']))
    throw new Unusable('a duplicate-key error names neither its fields nor its index');
  const isNamed = (taken as MongoServerError).keyPattern === undefined;
  return `TTL and partial unique indexes work${isNamed ? '; duplicate-key errors name their index' : ''}`;
};

const transactions: Attempt = (probes, id, { client }) =>
  // `withTransaction` is not used, because it would retry for two minutes on a server without a primary.
  client.withSession(async (session) => {
    session.startTransaction();
    await probes.insertMany([aProbe(id), aProbe(`${id}-2`)], { session }).catch((error: unknown) => {
      // The message is replaced, because the MongoDB driver's own message is misleading.
      throw isFinal(error) ? new Unusable('a standalone server has no transactions') : error;
    });
    await session.commitTransaction();
    return 'several documents change together';
  });

const updates: Attempt = async (probes, id) => {
  const counts = [
    { day: 'a', n: 1 },
    { day: 'b', n: 2 },
  ];
  await probes.insertOne(aProbe(id, { counts }));
  const kept = { $filter: { input: '$counts', as: 'one', cond: { $gt: ['$$one.n', 1] } } };
  const added = { $slice: [{ $concatArrays: [kept, [{ $literal: { day: 'c', n: 3 } }]] }, -2] };
  await probes.updateOne({ _id: id }, [{ $set: { counts: { $cond: ['$live', [], added] } } }]);
  await probes.updateOne(
    { _id: id, counts: { $elemMatch: { day: 'b', n: { $lt: 3 } } } },
    { $inc: { 'counts.$[one].n': 5 } },
    { arrayFilters: [{ 'one.day': 'b' }] },
  );
  const found = (await probes.findOne({ _id: id }))?.counts.map(({ day, n }) => `${day}${n}`).join();
  if (found === 'b7,c3') return 'pipelines and array filters work';
  throw new Unusable('an update by pipeline or array filter gave a wrong result');
};

/**
 * Checks that the database server works as the services need. Every service calls this function before it starts,
 * because a server that fails the check could store unique data twice.
 * @throws Error that names the variable and what the server lacks. Does not throw when the server does not answer at
 * the moment.
 */
export async function requireUsable(db: Db): Promise<void> {
  for (const attempt of [indexes, transactions, updates]) {
    await withProbes(db, attempt).catch((error: unknown) => {
      if (!isFinal(error)) return;
      throw new UnusableServer(error);
    });
  }
}

/**
 * True when the server refused and would refuse again. An error that passes, such as while the replica set has no
 * primary, is not final.
 */
const isFinal = (error: unknown): error is Error =>
  error instanceof Unusable ||
  (error instanceof MongoServerError &&
    !isDatabaseAway(error) &&
    !PASSING.some((label) => error.hasErrorLabel(label)));

const PASSING = ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult'];

const patterns: Attempt = async (probes, id) => {
  await probes.insertOne(aProbe(id, { name: 'mug of Łukasz' }));
  const word = { $regex: '(?:^|[^\\p{L}\\p{N}])Łuk', $options: 'u' };
  if ((await probes.countDocuments({ _id: id, name: word })) === 1)
    return 'regular expressions match the letters of all scripts';
  throw new Error('regular expressions do not support \\p{L}: searches would miss names');
};

const bulkWrite: Attempt = async (probes, id, db) => {
  await probes.insertOne(aProbe(id));
  const command = {
    bulkWrite: 1,
    ops: [{ update: 0, filter: { _id: id }, updateMods: { $set: { live: false } } }],
    nsInfo: [{ ns: `${db.databaseName}.${PROBES}` }],
  };
  try {
    await db.client.db('admin').command(command);
    return 'many writes in one command';
  } catch (error) {
    if (lacksCommand(error))
      return 'not available before MongoDB 8: each write needs its own command, which is slower';
    throw error;
  }
};
