import { connectMongo } from '@parcelyard/service-kit/mongo/connect-mongo';
import { startTestDatabase, type TestDatabase } from './start-test-database';
import { type Shards, startShards } from './wire/start-shards';

export interface ShardedDatabase extends TestDatabase, Pick<Shards, 'takeAway' | 'bringBack' | 'waiting'> {}

/** Starts a separate database whose accounts are on shards. One of the shards can be made unreachable. */
export async function startShardedDatabase(): Promise<ShardedDatabase> {
  const database = await startTestDatabase();
  const shards = await startShards(database.uri);
  const connection = await connectMongo({ uri: shards.uri, database: database.name });
  return {
    ...database,
    ...connection,
    uri: shards.uri,
    takeAway: shards.takeAway,
    bringBack: shards.bringBack,
    waiting: shards.waiting,
    close: async () => {
      shards.bringBack();
      await connection.close();
      await shards.stop();
      await database.close();
    },
  };
}
