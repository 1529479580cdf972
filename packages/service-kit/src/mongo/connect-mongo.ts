import { type Db, MongoClient, MongoCompatibilityError } from 'mongodb';
import { within } from '../within';
import { UnusableServer } from './unusable-server';

const PING_TIMEOUT_MS = 1_000;

/**
 * By default, the MongoDB driver checks its pool's minimum size every 100 ms, which costs an idle process 0.15 % of a
 * core. Our minimum is 0, so the check is not needed. The driver does not document this option.
 */
const POOL_CHECKS = { minPoolSizeCheckFrequencyMS: 10_000 };

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
  /** If true, notices within four seconds, instead of forty, that the server does not answer. */
  watchClosely?: boolean;
}

const FAST_MONITORING = {
  serverMonitoringMode: 'poll',
  heartbeatFrequencyMS: 1_000,
  connectTimeoutMS: 3_000,
} as const;

/**
 * Connects to the database. Each process has one client. Every write is acknowledged by a majority and journalled.
 * Longs are returned as numbers. The MongoDB driver retries writes on servers whose `hello` shows support for retries:
 * members of a replica set and routers of a sharded cluster. `retryWrites=false` in the URI turns retries off.
 * @throws UnusableServer when the server is too old for the driver
 */
export async function connectMongo(options: Options): Promise<MongoConnection> {
  const { uri, database, watchClosely = false } = options;
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    // `maxPoolSize` stays at the MongoDB driver's default of 100. With 32, reads that hung on one shard blocked the
    // accounts of all other shards.
    maxIdleTimeMS: 600_000,
    serverSelectionTimeoutMS: 5_000,
    socketTimeoutMS: 30_000,
    ignoreUndefined: true,
    ...(watchClosely && FAST_MONITORING),
  });
  Object.assign(client.options, POOL_CHECKS);
  await client.connect().catch(async (error: unknown) => {
    await client.close();
    // The MongoDB driver reports a server that is too old as unreachable, so the cause is checked.
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
      // Services of one process share the connection and its ping.
      asked ??= within(PING_TIMEOUT_MS, ping(), () => false).finally(() => {
        asked = undefined;
      });
      return asked;
    },
    close: () => client.close(),
  };
}
