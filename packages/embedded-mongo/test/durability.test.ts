import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/start-embedded-mongo';
import { engineProgram, removeProgram, runEngine, stopEngines } from './engine-program';
import { openTestServer, temporaryDirectory } from './test-server';

let dataDir: string;

beforeEach(async () => {
  dataDir = await temporaryDirectory();
});

afterEach(async () => {
  await stopEngines();
  await rm(dataDir, { recursive: true, force: true });
});

afterAll(removeProgram);

async function withClient<T>(uri: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000, retryWrites: false });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

test('kill -9 during writes loses no acknowledged write and no index entry', async () => {
  const acknowledged = new Set<number>();
  for (let round = 0; round < 3; round++) {
    const engine = await runEngine(dataDir);
    await withClient(engine.uri, async (client) => {
      const writes = client.db('load').collection<{ _id: number; key: string; n: number }>('writes');
      await writes.createIndex({ key: 1 }, { unique: true });
      const enough = acknowledged.size + 300;
      let next = round * 1_000_000;
      const writer = async () => {
        for (;;) {
          const _id = next++;
          await writes.insertOne({ _id, key: `k${_id}`, n: 0 });
          await writes.updateOne({ _id }, { $set: { n: 1 } });
          acknowledged.add(_id);
          if (acknowledged.size === enough) void engine.kill('SIGKILL');
        }
      };
      await Promise.allSettled(Array.from({ length: 16 }, writer));
    });
    const restarted = await runEngine(dataDir);
    await withClient(restarted.uri, async (client) => {
      const writes = client.db('load').collection('writes');
      const stored = await writes.find({}).toArray();
      const complete = new Set(stored.filter(({ n }) => n === 1).map(({ _id }) => _id as unknown as number));
      expect([...acknowledged].filter((id) => !complete.has(id))).toEqual([]);
      const byIndex = await writes
        .find({ key: { $gte: '' } })
        .sort({ key: 1 })
        .toArray();
      expect(byIndex).toHaveLength(stored.length);
    });
    expect(await restarted.kill('SIGTERM')).toBe(0);
  }
});

test('a write without journal is visible at once and survives a regular stop', async () => {
  const engine = await runEngine(dataDir);
  await withClient(engine.uri, async (client) => {
    const collection = client.db('lazy').collection('c', { writeConcern: { w: 1, j: false } });
    await collection.insertOne({ n: 1 });
    expect(await collection.countDocuments({ n: 1 })).toBe(1);
  });
  expect(await engine.kill('SIGTERM')).toBe(0);
  const again = await runEngine(dataDir);
  await withClient(again.uri, async (client) =>
    expect(await client.db('lazy').collection('c').countDocuments({ n: 1 })).toBe(1),
  );
  await again.kill('SIGTERM');
});

test('a second process is refused while the first one runs, and the lock of a killed process is taken over', async () => {
  const engine = await runEngine(dataDir);
  await expect(runEngine(dataDir)).rejects.toThrow(/is in use by process/);
  await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow(/is in use by process/);
  await engine.kill('SIGKILL');
  const next = await startEmbeddedMongo({ dataDir });
  await next.stop();
});

test('a lock is stale when its process id belongs to another program', async () => {
  await writeFile(join(dataDir, 'engine.lock'), `${process.pid} 1`);
  const engine = await startEmbeddedMongo({ dataDir });
  await engine.stop();
});

test('a used port is reported, and the data directory can be used again', async () => {
  const first = await startEmbeddedMongo({ dataDir: join(dataDir, 'first') });
  const second = { dataDir: join(dataDir, 'second') };
  await expect(startEmbeddedMongo({ ...second, port: first.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await (await startEmbeddedMongo(second)).stop();
  await first.stop();
});

test('the program runs as a worker thread and stops on a message', async () => {
  const worker = new Worker(await engineProgram(), { workerData: { dataDir, port: 0, host: '127.0.0.1' } });
  const [ready] = await new Promise<[{ ready: boolean; uri: string }]>((resolve, reject) => {
    worker.once('message', (message) => resolve([message]));
    worker.once('error', reject);
  });
  expect(ready.ready).toBe(true);
  await withClient(ready.uri, async (client) =>
    expect(await client.db('a').command({ ping: 1 })).toMatchObject({ ok: 1 }),
  );
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage('stop');
  expect(await exited).toBe(0);
});

test('an index with expireAfterSeconds removes a document after its time', async () => {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const server = await openTestServer({ now: () => new Date(time), sweepInterval: 5 });
  try {
    const codes = server.collection('codes');
    await codes.createIndex({ at: 1 }, { expireAfterSeconds: 300 });
    await codes.insertMany([{ at: new Date(time) }, { at: new Date(time + 1000) }, { at: 'no date' }, {}]);
    time += 300_500;
    while ((await codes.countDocuments({})) === 4) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await codes.find({}, { projection: { _id: 0 } }).toArray()).toEqual([
      { at: new Date(time - 299_500) },
      { at: 'no date' },
      {},
    ]);
  } finally {
    await server.close();
  }
});

test('a partial index with expireAfterSeconds removes only documents that are in the index', async () => {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const server = await openTestServer({ now: () => new Date(time), sweepInterval: 5 });
  try {
    const codes = server.collection('codes');
    await codes.createIndex({ at: 1 }, { expireAfterSeconds: 300, partialFilterExpression: { used: true } });
    const at = new Date(time);
    await codes.insertMany([
      { at, used: true },
      { at, used: false },
    ]);
    time += 300_500;
    while ((await codes.countDocuments({})) === 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await codes.find({}, { projection: { _id: 0, used: 1 } }).toArray()).toEqual([{ used: false }]);
  } finally {
    await server.close();
  }
});

test('a data directory with a dot in its name works like any other', async () => {
  const dotted = join(dataDir, 'shop.v2');
  const first = await startEmbeddedMongo({ dataDir: dotted });
  await withClient(first.uri, (client) => client.db('a').collection('b').insertOne({ name: 'kept' }));
  await first.stop();
  const second = await startEmbeddedMongo({ dataDir: dotted });
  await withClient(second.uri, async (client) =>
    expect(await client.db('a').collection('b').countDocuments({ name: 'kept' })).toBe(1),
  );
  await second.stop();
});

test('a client reads over the Unix socket what another wrote over TCP, also after a crash that left the socket file', async () => {
  const socketPath = join(dataDir, 'engine.sock');
  await writeFile(socketPath, 'left behind');
  const server = await startEmbeddedMongo({ dataDir, socketPath });
  try {
    await withClient(server.uri, (client) => client.db('a').collection('b').insertOne({ name: 'over TCP' }));
    const found = await withClient(server.socketUri as string, (client) =>
      client.db('a').collection('b').findOne({}),
    );
    expect(found).toMatchObject({ name: 'over TCP' });
  } finally {
    await server.stop();
  }
});
