import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import type { RpcHandlers } from '../../src/rpc/definition';
import { createGrpcClient } from '../../src/rpc/grpc-client';
import { startGrpcServer } from '../../src/rpc/grpc-server';
import { aPickup, aRequest, ParcelsDefinition } from './a-service';
import { checkHealth, NOT_SERVING, SERVING } from './check-health';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(
  cancel: RpcHandlers<typeof ParcelsDefinition>['cancel'] = async () => aPickup(),
  listen = '127.0.0.1:0',
) {
  const handlers = { list: async () => ({ pickups: [], total: 0 }), cancel };
  const server = await startGrpcServer({
    definition: ParcelsDefinition,
    handlers,
    listen,
    logger: silentLogger,
  });
  closers.push(() => server.drain(0));
  return server;
}

function clientOf(address: string) {
  const client = createGrpcClient(ParcelsDefinition, { address });
  closers.push(() => client.close());
  return client;
}

it('the health protocol returns the state of the server and of its service', async () => {
  const server = await start();
  expect(await checkHealth(server.address, '')).toBe(SERVING);
  expect(await checkHealth(server.address, 'parcelyard.test.v1.Parcels')).toBe(SERVING);
  server.health.setServing(false);
  expect(await checkHealth(server.address, '')).toBe(NOT_SERVING);
  expect(await checkHealth(server.address, 'parcelyard.test.v1.Parcels')).toBe(NOT_SERVING);
});

it('a draining server answers running calls and begins no others; these wait for another replica until their deadline', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let begun = 0;
  const server = await start(async () => {
    begun += 1;
    await answered;
    return aPickup();
  });
  const { rpc } = clientOf(server.address);
  const underWay = rpc.cancel(aRequest());
  await eventually(() => expect(begun).toBe(1));
  const draining = server.drain(60_000);
  await expect(rpc.cancel(aRequest(), { timeoutMs: 500 })).rejects.toMatchObject({
    code: 'deadline_exceeded',
  });
  answer();
  expect(await underWay).toEqual(aPickup());
  await draining;
  expect(begun).toBe(1);
});

it('a draining server ends calls that are still running after the grace time', async () => {
  let begun = 0;
  const server = await start(() => {
    begun += 1;
    return new Promise(() => undefined);
  });
  const call = clientOf(server.address).rpc.cancel(aRequest());
  call.catch(() => undefined);
  await eventually(() => expect(begun).toBe(1));
  await server.drain(50);
  await expect(call).rejects.toMatchObject({ code: 'unavailable' });
});

/** Creates a client whose only server answered once and then stopped. */
async function aClientThatLostItsServer() {
  const { address, drain } = await start(undefined, `127.0.0.1:${await freePort()}`);
  const { rpc } = clientOf(address);
  await rpc.cancel(aRequest());
  await drain(60_000);
  return { address, rpc };
}

it('a client whose server is not there fails as unavailable, and works again when the server is back', async () => {
  const { address, rpc } = await aClientThatLostItsServer();
  await expect(rpc.cancel(aRequest(), { timeoutMs: 60_000 })).rejects.toMatchObject({
    code: 'unavailable',
    reason: 'unavailable',
  });
  await start(async () => aPickup(17), address);
  await eventually(async () => expect((await rpc.cancel(aRequest())).pickupId).toBe(17));
});

it('a call waits when the last replica has ended and the next replica is not yet connected', async () => {
  // If this process stands still, the two seconds of the wait may be over before the next replica is connected.
  await eventually(async () => {
    const { address, rpc } = await aClientThatLostItsServer();
    const meanwhile = rpc.cancel(aRequest());
    meanwhile.catch(() => undefined);
    await start(async () => aPickup(17), address);
    expect((await meanwhile).pickupId).toBe(17);
  });
});

it('a call fails at once when the service has been away for a while', async () => {
  const { rpc } = await aClientThatLostItsServer();
  await expect(rpc.cancel(aRequest(), { timeoutMs: 60_000 })).rejects.toMatchObject({ code: 'unavailable' });
  // If every call waited for a server, this call would always end at its deadline, with another error.
  await eventually(() =>
    expect(rpc.cancel(aRequest(), { timeoutMs: 1_500 })).rejects.toMatchObject({ code: 'unavailable' }),
  );
});

it('a closed client refuses calls', async () => {
  const { address } = await start();
  const client = clientOf(address);
  await client.rpc.cancel(aRequest());
  client.close();
  await expect(client.rpc.cancel(aRequest())).rejects.toMatchObject({ name: 'DomainError' });
});

it('a request id that a header cannot contain fails as an internal error', async () => {
  const { rpc } = clientOf((await start()).address);
  await expect(rpc.cancel(aRequest(), { requestId: 'a\nb' })).rejects.toMatchObject({ code: 'internal' });
});

it('a server fails to start when its port is in use', async () => {
  setLogVerbosity(logVerbosity.NONE);
  const { address } = await start();
  await expect(start(undefined, address)).rejects.toThrow();
});
