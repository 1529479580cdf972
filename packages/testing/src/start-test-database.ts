import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@parcelyard/embedded-mongo/start-embedded-mongo';
import { connectMongo, type MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';

export interface TestDatabase extends MongoConnection {
  readonly uri: string;
  /** A name that only this test uses. */
  readonly name: string;
}

/** A timer of Node cannot be longer. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Starts a separate database on a real engine: the server in MONGODB_URI, otherwise an embedded engine in a new
 * temporary folder. `close` removes the database. The embedded engine removes no expired documents, because a document
 * that has expired by the engine's clock may still be valid by the test's clock.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const external = process.env.MONGODB_URI;
  if (external) {
    const connection = await connectMongo({ uri: external, database: name });
    const close = async () => {
      await connection.db.dropDatabase();
      await connection.close();
    };
    return { ...connection, uri: external, name, close };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'parcelyard-test-'));
  const engine = await startEmbeddedMongo({ dataDir, fsync: false, sweepInterval: NEVER_MS });
  const connection = await connectMongo({ uri: engine.uri, database: name });
  const close = async () => {
    await connection.close();
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...connection, uri: engine.uri, name, close };
}
