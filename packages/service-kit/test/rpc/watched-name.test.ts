import net from 'node:net';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { createGrpcClient } from '../../src/rpc/grpc-client';
import { startGrpcServer } from '../../src/rpc/grpc-server';
import { aPickup, aRequest, ParcelsDefinition } from './a-service';
import { startSilentAddress } from './start-silent-address';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts a replica of the service at an address of this machine. All replicas have the same port, as pods do. */
async function startReplica(host: string, port = 0) {
  let answered = 0;
  const server = await startGrpcServer({
    definition: ParcelsDefinition,
    handlers: {
      list: async () => ({ pickups: [], total: 0 }),
      cancel: async () => {
        answered += 1;
        return aPickup();
      },
    },
    listen: `${host}:${port}`,
    logger: silentLogger,
  });
  closers.push(() => server.drain(0));
  return {
    port: Number(server.address.split(':').at(-1)),
    stop: () => server.drain(60_000),
    answered: () => answered,
  };
}

async function startSilent(host: string, port: number) {
  const { stop } = await startSilentAddress(host, port);
  closers.push(stop);
}

/** Creates a name server whose answers are cached until a test clears the cache. */
function aName(...addresses: string[]) {
  let cached: readonly string[] = addresses;
  let registered: readonly string[] = addresses;
  return {
    lookup: async () => cached,
    register: (...now: string[]) => {
      registered = now;
    },
    forget: () => {
      cached = registered;
    },
  };
}

function clientOf(port: number, { lookup }: Pick<ReturnType<typeof aName>, 'lookup'>) {
  const client = createGrpcClient(ParcelsDefinition, { address: `dns:///parcels:${port}`, lookup });
  closers.push(() => client.close());
  return client.rpc;
}

describe('a name of several addresses', () => {
  it.each([
    ['first', ['127.0.1.1', '127.0.1.2']],
    ['last', ['127.0.1.2', '127.0.1.1']],
  ])('one that swallows packets, named %s, delays no call', async (_which, addresses) => {
    const { port } = await startReplica('127.0.1.2');
    await startSilent('127.0.1.1', port);
    const rpc = clientOf(port, aName(...addresses));
    const calls = Array.from({ length: 50 }, () => rpc.cancel(aRequest(), { timeoutMs: 60_000 }));
    expect(await Promise.all(calls)).toHaveLength(50);
  });

  it('a new replica of the name gets calls while the other replicas stay connected', async () => {
    const first = await startReplica('127.0.1.3');
    const name = aName('127.0.1.3');
    const rpc = clientOf(first.port, name);
    await rpc.cancel(aRequest());
    const second = await startReplica('127.0.1.4', first.port);
    name.register('127.0.1.3', '127.0.1.4');
    name.forget();
    await eventually(async () => {
      await rpc.cancel(aRequest());
      expect(second.answered()).toBeGreaterThan(0);
    });
  });
});

it('an address that accepts in time is used even if this process stands still meanwhile', async () => {
  const { port } = await startReplica('127.0.5.1');
  const { connect } = net;
  const standStill = () => {
    const end = performance.now() + 1_100;
    while (performance.now() < end);
  };
  jest.spyOn(net, 'connect').mockImplementationOnce(((options: net.NetConnectOpts) => {
    const socket = connect(options);
    process.nextTick(standStill);
    return socket;
  }) as typeof connect);
  // Like a name server's answer, this one arrives between two turns of the event loop. The next turn begins with timers.
  const lookup = () => new Promise<string[]>((resolve) => setImmediate(resolve, ['127.0.5.1']));
  expect(await clientOf(port, { lookup }).cancel(aRequest())).toEqual(aPickup());
});

describe('a cached answer', () => {
  it('no longer delays calls after it has expired, even if it named only a removed address', async () => {
    const old = await startReplica('127.0.2.1');
    const name = aName('127.0.2.1');
    const rpc = clientOf(old.port, name);
    await rpc.cancel(aRequest());
    await old.stop();
    await startSilent('127.0.2.1', old.port);
    await startReplica('127.0.2.2', old.port);
    name.register('127.0.2.2');
    // None of the cached addresses answers, so callers get an error.
    await expect(rpc.cancel(aRequest(), { timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'unavailable',
    });
    name.forget();
    await eventually(async () => expect(await rpc.cancel(aRequest())).toEqual(aPickup()));
  });

  it('does not fail any of 5,000 calls in a roll-out if the old replicas run until it expires', async () => {
    const hosts = ['127.0.3.1', '127.0.3.2', '127.0.3.3', '127.0.3.4'] as const;
    const first = await startReplica(hosts[0]);
    const { port } = first;
    const second = await startReplica(hosts[1], port);
    const name = aName(hosts[0], hosts[1]);
    const rpc = clientOf(port, name);
    let calls = 0;
    let failed = 0;
    let isOver = false;
    const caller = async () => {
      while (!isOver || calls < 5_000) {
        calls += 1;
        await rpc.cancel(aRequest()).catch(() => {
          failed += 1;
        });
      }
    };
    const callers = Array.from({ length: 20 }, caller);

    // Each pod is replaced in this order: the new pod is ready, the cached answers expire, and then the old pod stops.
    for (const [old, oldHost, newHost, stays] of [
      [first, hosts[0], hosts[2], hosts[1]],
      [second, hosts[1], hosts[3], hosts[2]],
    ] as const) {
      const replacement = await startReplica(newHost, port);
      name.register(newHost, stays);
      name.forget();
      await eventually(() => expect(replacement.answered()).toBeGreaterThan(0));
      await old.stop();
      await startSilent(oldHost, port);
    }
    isOver = true;
    await Promise.all(callers);
    expect(calls).toBeGreaterThanOrEqual(5_000);
    expect(failed).toBe(0);
  });
});

it('calls to a name without an address fail as unavailable', async () => {
  const { port, stop } = await startReplica('127.0.4.1');
  await stop();
  const rpc = clientOf(port, { lookup: () => Promise.reject(new Error('no such name')) });
  await expect(rpc.cancel(aRequest(), { timeoutMs: 60_000 })).rejects.toMatchObject({ code: 'unavailable' });
});
