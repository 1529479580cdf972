import { once } from 'node:events';
import { constants, createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Pickup } from '@parcelyard/contracts/pickups';
import { createGrpcClient } from '../../src/rpc/grpc-client';
import { aPickup, aRequest, ParcelsDefinition } from './a-service';

const { NGHTTP2_REFUSED_STREAM, NGHTTP2_INTERNAL_ERROR } = constants;
/**
 * With this code, the test's server closes the session, as Node's servers do after about 1,000 cancelled calls at once.
 */
const CLOSES_SESSION = -1;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
});

/** Creates a client of a server that ends its first calls with these codes and answers all other calls. */
async function setUp(...codes: number[]) {
  let calls = 0;
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    const code = codes[calls++];
    if (code === undefined) answer(stream);
    else if (code === CLOSES_SESSION) stream.session?.goaway(NGHTTP2_INTERNAL_ERROR);
    else stream.close(code);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { rpc, close } = createGrpcClient(ParcelsDefinition, { address });
  closers.push(() => {
    close();
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { rpc, calls: () => calls };
}

function answer(stream: ServerHttp2Stream): void {
  const message = Pickup.encode(aPickup()).finish();
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.concat([head, message]));
}

it('a call that several replicas refuse to begin is sent to the next replica', async () => {
  const t = await setUp(...Array.from({ length: 5 }, () => NGHTTP2_REFUSED_STREAM));
  expect(await t.rpc.cancel(aRequest())).toEqual(aPickup());
  expect(t.calls()).toBe(6);
});

it('a call that may have been begun is sent once', async () => {
  const t = await setUp(NGHTTP2_INTERNAL_ERROR);
  await expect(t.rpc.cancel(aRequest())).rejects.toMatchObject({ code: 'internal' });
  expect(t.calls()).toBe(1);
});

it('a call whose connection the server closes with an error is unavailable, and the next call is answered', async () => {
  const t = await setUp(CLOSES_SESSION);
  await expect(t.rpc.cancel(aRequest())).rejects.toMatchObject({ code: 'unavailable' });
  expect(t.calls()).toBe(1);
  expect(await t.rpc.cancel(aRequest())).toEqual(aPickup());
});

it('a call that all replicas refuse to begin fails as unavailable', async () => {
  const t = await setUp(...Array.from({ length: 100 }, () => NGHTTP2_REFUSED_STREAM));
  await expect(t.rpc.cancel(aRequest())).rejects.toMatchObject({ code: 'unavailable' });
  expect(t.calls()).toBeLessThan(100);
});
