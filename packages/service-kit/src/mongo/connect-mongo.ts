import { type Db, MongoClient, MongoCompatibilityError } from 'mongodb';
import { within } from '../within';
import { UnusableServer } from './unusable-server';

const PING_TIMEOUT_MS = 1_000;

/**
 * The driver looks each 100 ms whether a pool has become smaller than it should be, which costs an idle process 0.15 % of a
 * core; ours may be empty. It has no option for it in its reference.
 */
const POOL_LOOKS = { minPoolSizeCheckFrequencyMS: 10_000 };

export interface MongoConnection {
  readonly client: MongoClient;
  readonly db: Db;
  /** True when the server answers a ping within a second. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

interface Options {
  uri: string;
  database: string;
  maxPoolSize?: number;
}

/**
 * One client a process. Every write is acknowledged by a majority and journalled; Longs come back as numbers. Writes are
 * retried, unless the URI says `retryWrites=false`, where the server's `hello` says that it does once what it is told
 * twice: members of a replica set and routers of a sharded cluster.
 * @throws UnusableServer when the driver speaks no protocol that is as old as the server's
 */
export async function connectMongo({ uri, database, maxPoolSize = 32 }: Options): Promise<MongoConnection> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    maxPoolSize,
    serverSelectionTimeoutMS: 5_000,
    socketTimeoutMS: 30_000,
    ignoreUndefined: true,
  });
  Object.assign(client.options, POOL_LOOKS);
  await client.connect().catch(async (error: unknown) => {
    await client.close();
    // The driver takes a server that is too old for one that is away.
    const { cause } = error as Error;
    if (cause instanceof MongoCompatibilityError) throw new UnusableServer(cause);
    throw error;
  });
  const db = client.db(database);
  const ping = () =>
    db.command({ ping: 1 }).then(
      () => true,
      () => false,
    );
  let asked: Promise<boolean> | undefined;
  return {
    client,
    db,
    isReachable: () => {
      // Services of one process share the connection, and the answer.
      asked ??= within(PING_TIMEOUT_MS, ping(), () => false).finally(() => {
        asked = undefined;
      });
      return asked;
    },
    close: () => client.close(),
  };
}
