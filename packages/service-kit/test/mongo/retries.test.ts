import { type AddressInfo, createServer, type Socket } from 'node:net';
import { serveConnection } from '@parcelyard/embedded-mongo/wire/connection';
import { connectMongo, type MongoConnection } from '../../src/mongo/connect-mongo';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** What a server reports about itself in `hello`, in addition to its limits. */
type Kind = (address: string) => Readonly<Record<string, unknown>>;
const SESSIONS = { logicalSessionTimeoutMinutes: 30 };
const mongos: Kind = () => ({ msg: 'isdbgrid', ...SESSIONS });
const member: Kind = (address) => ({
  setName: 'rs0',
  hosts: [address],
  primary: address,
  me: address,
  setVersion: 1,
  ...SESSIONS,
});
const alone: Kind = () => SESSIONS;

/**
 * Starts a server that receives the first insert and then disconnects instead of answering, as when the primary
 * changes. Returns a connection to this server, and the transaction number of each insert that the server received.
 */
async function connectTo(kind: Kind, query = ''): Promise<{ mongo: MongoConnection; inserts: unknown[] }> {
  const inserts: unknown[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serveConnection(socket, ({ body }) => {
      const { port } = server.address() as AddressInfo;
      if ('hello' in body || 'ismaster' in body) {
        return {
          ...kind(`127.0.0.1:${port}`),
          isWritablePrimary: true,
          ismaster: true,
          helloOk: true,
          minWireVersion: 0,
          maxWireVersion: 21,
          ok: 1,
        };
      }
      if ('insert' in body) {
        inserts.push(body.txnNumber);
        if (inserts.length === 1) for (const each of sockets) each.destroy();
      }
      return { ok: 1, n: 1 };
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const mongo = await connectMongo({ uri: `mongodb://127.0.0.1:${port}/${query}`, database: 'test' });
  closers.push(mongo.close);
  return { mongo, inserts };
}

describe('a write whose answer was lost', () => {
  it.each([
    ['a sharded cluster', mongos],
    ['a replica set', member],
  ])('is sent again to %s, also when the URI names no replica set', async (_what, kind) => {
    const { mongo, inserts } = await connectTo(kind);
    await mongo.db.collection('orders').insertOne({ accountId: 7 });
    expect(inserts).toHaveLength(2);
    expect(inserts[0]).toBeDefined();
    // Both commands have the same transaction number, so the server does the write once.
    expect(inserts[1]).toEqual(inserts[0]);
  });

  it('is never sent again to a server that could execute it twice', async () => {
    const { mongo, inserts } = await connectTo(alone);
    await expect(mongo.db.collection('orders').insertOne({ accountId: 7 })).rejects.toThrow();
    expect(inserts).toEqual([undefined]);
  });

  it('is not sent again when the operator turned retries off', async () => {
    const { mongo, inserts } = await connectTo(mongos, '?retryWrites=false');
    await expect(mongo.db.collection('orders').insertOne({ accountId: 7 })).rejects.toThrow();
    expect(inserts).toEqual([undefined]);
  });
});
