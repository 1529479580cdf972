import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, MongoClient } from 'mongodb';
import { type EmbeddedMongoOptions, startEmbeddedMongo } from '../src/start-embedded-mongo';

/** The address of a real MongoDB server. When it is set, the tests run on this server instead of the engine. */
export const externalUri = process.env.MONGODB_URI;

export interface TestServer {
  client: MongoClient;
  dataDir: string;
  collection: (name: string) => ReturnType<ReturnType<MongoClient['db']>['collection']>;
  close: () => Promise<void>;
}

let databases = 0;

export async function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'embedded-mongo-'));
}

/** Opens an engine in a new directory, or the external server, with a separate database. */
export async function openTestServer(options: Partial<EmbeddedMongoOptions> = {}): Promise<TestServer> {
  const dataDir = await temporaryDirectory();
  const engine = externalUri ? undefined : await startEmbeddedMongo({ dataDir, fsync: false, ...options });
  const client = new MongoClient(engine?.uri ?? externalUri!, { serverSelectionTimeoutMS: 5000 });
  const database = client.db(`test_${process.pid}_${++databases}`);
  return {
    client,
    dataDir,
    collection: (name) => database.collection(name),
    close: async () => {
      if (!engine) await database.dropDatabase();
      await client.close();
      await engine?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the error with which an operation was refused. Fails if the operation was not refused. */
export async function refusal(operation: Promise<unknown>): Promise<Document> {
  const outcome = await operation.then(
    (value) => ({ accepted: value }),
    (error) => error,
  );
  if ('accepted' in outcome) throw new Error(`expected a refusal, got ${JSON.stringify(outcome.accepted)}`);
  return outcome;
}
