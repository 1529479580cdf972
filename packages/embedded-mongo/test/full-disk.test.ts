import { rm } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/start-embedded-mongo';
import { temporaryDirectory } from './test-server';

const MEGABYTE = 1024 * 1024;

let dataDir: string;
let engine: EmbeddedMongo;
let client: MongoClient;
let free = Number.MAX_SAFE_INTEGER;

beforeAll(async () => {
  dataDir = await temporaryDirectory();
  engine = await startEmbeddedMongo({ dataDir, freeBytes: () => free, sweepInterval: 5 });
  client = new MongoClient(engine.uri, { retryWrites: false });
});
afterAll(async () => {
  await client.close();
  await engine.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('on a full disk writes are refused as in MongoDB and reads work, and with free space everything works without a restart', async () => {
  const things = client.db('shop').collection<{ _id: number; at?: Date }>('things');
  await things.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
  await things.insertMany([{ _id: 1 }, { _id: 2, at: new Date(Date.now() + 60_000) }]);
  free = 10 * MEGABYTE;
  const refused = { code: 14031, codeName: 'OutOfDiskSpace' };
  await expect(things.insertOne({ _id: 3 })).rejects.toMatchObject(refused);
  await expect(things.updateOne({ _id: 1 }, { $set: { at: new Date() } })).rejects.toMatchObject(refused);
  await expect(things.deleteOne({ _id: 1 })).rejects.toMatchObject(refused);
  // By now, the sweep of expired documents has failed many times on the full disk. Reads must still succeed.
  for (let n = 0; n < 20; n += 1) expect(await things.countDocuments()).toBe(2);
  free = 100 * MEGABYTE;
  await things.insertOne({ _id: 3 });
  expect(await things.countDocuments()).toBe(3);
});
