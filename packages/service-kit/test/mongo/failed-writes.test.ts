import { type AddressInfo, createServer, type Socket } from 'node:net';
import { serveConnection } from '@parcelyard/embedded-mongo/wire/connection';
import { connectMongo } from '../../src/mongo/connect-mongo';
import { failedWrites } from '../../src/mongo/failed-writes';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const HELLO = {
  isWritablePrimary: true,
  ismaster: true,
  helloOk: true,
  minWireVersion: 0,
  maxWireVersion: 21,
};

/** Returns the error of an insert of two documents that a server answers in this way. */
async function errorFor(answer: object): Promise<unknown> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serveConnection(socket, ({ body }) =>
      'insert' in body
        ? { ok: 1, n: 1, ...answer }
        : { ...('hello' in body || 'ismaster' in body ? HELLO : {}), ok: 1 },
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const uri = `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const mongo = await connectMongo({ uri, database: 'test' });
  closers.push(mongo.close);
  const inserted = mongo.db.collection('things').insertMany([{}, {}], { ordered: false });
  return inserted.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const writeErrors = [{ index: 1, code: 11_000, errmsg: 'E11000 duplicate key error' }];
const writeConcernError = {
  code: 64,
  codeName: 'WriteConcernTimeout',
  errmsg: 'waiting for replication timed out',
};

describe('the failed writes of one command', () => {
  it('are those that the server refused', async () => {
    expect(failedWrites(await errorFor({ writeErrors }))).toEqual([
      { index: 1, isDuplicate: true, message: 'E11000 duplicate key error' },
    ]);
  });

  it.each([
    ['and refused none', { writeConcernError }],
    ['and refused one', { writeConcernError, writeErrors }],
  ])('are unknown when no majority confirmed the command %s', async (_which, answer) => {
    const error = await errorFor(answer);
    expect(error).toBeInstanceOf(Error);
    expect(failedWrites(error)).toBeUndefined();
  });
});
