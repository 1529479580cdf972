import { Agent, request } from 'node:http';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { eventually } from '@parcelyard/testing/eventually';
import { createDrainableServer } from '../src/surfaces/http/drainable-server';
import { fakeAuth, TOKENS } from './support/fake-auth';
import { rest } from './support/rest';
import { post, startGateway } from './support/start-gateway';

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_orders' } };

it('a gateway that stops answers its running requests, accepts no new ones and then ends', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const gateway = await startGateway({
    orders: {
      listOrders: async () => {
        await held;
        return { orders: [], total: 0, status: 'ChooseShipping' };
      },
    },
  });
  const agent = new Agent({ keepAlive: true });
  const underWay = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKENS.access}`, 'content-type': 'application/json' };
    request(`${gateway.url}/mcp`, { method: 'POST', agent, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    })
      .on('error', reject)
      .end(JSON.stringify(CALL));
  });
  await eventually(() => expect(gateway.calls).toHaveLength(1));

  const stopped = gateway.app.stop();
  expect(await gateway.app.notReady()).toEqual(['drain']);
  await expect(post(gateway, CALL)).rejects.toThrow();
  release();

  expect(await underWay).toMatchObject({ status: 200, body: expect.stringContaining('"isError":false') });
  // The client wants to keep the connection open, but the gateway closes it after this answer. Otherwise, `stop` would
  // wait longer than the test may take.
  await stopped;
  agent.destroy();
});

it('a server that drains also waits for the work of a caller who has disconnected', async () => {
  let release = () => {};
  const work = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hangUp = () => {};
  let gone = false;
  const server = createDrainableServer((_request, response) => {
    response.on('close', () => {
      gone = true;
    });
    hangUp();
    return work;
  });
  const address = await server.listen('127.0.0.1:0');
  const caller = request(`http://${address}/`).on('error', () => undefined);
  hangUp = () => caller.destroy();
  caller.end();
  await eventually(() => expect(gone).toBe(true));

  let drained = false;
  const draining = server.drain(10_000).then(() => {
    drained = true;
  });
  // Within these turns of the event loop, a server without running work and without connections would have stopped.
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(drained).toBe(false);

  release();
  await draining;
});

it('an open connection may send one more request to a draining server, and is closed with its answer', async () => {
  const server = createDrainableServer((_request, response) => {
    response.end('answered');
    return undefined;
  });
  const address = await server.listen('127.0.0.1:0');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = () =>
    new Promise<{ body: string; connection: string | undefined }>((resolve, reject) => {
      request(`http://${address}/`, { agent }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        response.on('end', () => resolve({ body, connection: response.headers.connection }));
      })
        .on('error', reject)
        .end();
    });
  expect(await get()).toEqual({ body: 'answered', connection: 'keep-alive' });
  // The grace time is longer than the test may take, so the drain must end when the connection ends.
  const draining = server.drain(60_000, 60_000);
  expect(await get()).toEqual({ body: 'answered', connection: 'close' });
  await draining;
  await expect(get()).rejects.toThrow('ECONNREFUSED');
  agent.destroy();
});

it('an idle connection to a draining server is closed after its time', async () => {
  const server = createDrainableServer((_request, response) => {
    response.end();
    return undefined;
  });
  const address = await server.listen('127.0.0.1:0');
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    request(`http://${address}/`, { agent }, (response) => response.on('end', () => resolve()).resume())
      .on('error', reject)
      .end();
  });
  await server.drain(60_000, 50);
  agent.destroy();
});

describe('readiness', () => {
  const authUnless = (isAway: () => boolean): Pick<typeof fakeAuth, 'authorize'> => ({
    authorize: async (...call) => {
      if (isAway()) throw new DomainError('unavailable', 'unavailable', {});
      return fakeAuth.authorize(...call);
    },
  });

  it('waits until auth has answered once', async () => {
    let away = true;
    const gateway = await startGateway({ auth: authUnless(() => away) });
    expect(await gateway.app.notReady()).toEqual(['auth']);
    away = false;
    expect(await gateway.app.notReady()).toEqual([]);
  });

  it('stays when auth is unavailable later, because callers get that answer', async () => {
    let away = false;
    const gateway = await startGateway({ auth: authUnless(() => away) });
    expect(await gateway.app.notReady()).toEqual([]);
    away = true;
    expect((await rest(gateway, 'GET', '/public/order/1001')).status).toBe(503);
    expect(await gateway.app.notReady()).toEqual([]);
  });
});

it('a gateway can be stopped before it listens, and twice', async () => {
  const gateway = await startGateway();
  await gateway.app.stop();
  await gateway.app.stop();
});
