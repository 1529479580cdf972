import { JoinedDefinition } from '@parcelyard/contracts/joined';
import { eventually } from '@parcelyard/testing/eventually';
import { withEnoughTime } from '@parcelyard/testing/with-enough-time';
import { Registry } from 'prom-client';
import { DomainError } from '../../src/domain-error';
import { createLogger } from '../../src/logger';
import { createRpcMetrics } from '../../src/metrics';
import { batchCalls } from '../../src/rpc/batched-calls';
import type { RpcHandlers } from '../../src/rpc/definition';
import { createGrpcClient } from '../../src/rpc/grpc-client';
import { startGrpcServer } from '../../src/rpc/grpc-server';
import { servingRequest } from '../../src/tracing/request-id';
import { aPickup, aRequest, ParcelsDefinition } from './a-service';

/** The same service, but its contract says that `Cancel` only reads. */
const ReadsDefinition = {
  ...ParcelsDefinition,
  methods: {
    ...ParcelsDefinition.methods,
    cancel: { ...ParcelsDefinition.methods.cancel, options: { idempotencyLevel: 'NO_SIDE_EFFECTS' } },
  },
} as const;

type Cancel = RpcHandlers<typeof ReadsDefinition>['cancel'];

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(cancel: Cancel) {
  const registry = new Registry();
  const list = async () => ({ pickups: [], total: 0 });
  const server = await startGrpcServer({
    definition: ReadsDefinition,
    handlers: { list, cancel },
    listen: '127.0.0.1:0',
    logger: createLogger('parcels', 'silent', { write: () => undefined }),
    metrics: createRpcMetrics(registry),
  });
  closers.push(() => server.drain(0));
  const { rpc, close } = createGrpcClient(ReadsDefinition, { address: server.address });
  closers.push(close);
  const joined = createGrpcClient(JoinedDefinition, { address: server.address });
  closers.push(joined.close);
  return { client: rpc, joined: joined.rpc, registry };
}

const cancels = (count: number) =>
  Array.from({ length: count }, (_, pickupId) => ({ ...aRequest(), pickupId }));

describe('reads that are asked for at the same moment', () => {
  it('get their own answers, in whatever order these come', async () => {
    const { client } = await serve(async ({ pickupId }) => {
      for (let turn = pickupId % 5; turn > 0; turn--) await new Promise(setImmediate);
      return aPickup(pickupId);
    });
    const answers = await Promise.all(cancels(150).map((request) => client.cancel(request)));
    expect(answers).toEqual(cancels(150).map(({ pickupId }) => aPickup(pickupId)));
  });

  it('get each its own time: one that has little left ends, and the others do not end with it', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { client } = await serve(async ({ pickupId }) => {
      await held;
      return aPickup(pickupId);
    });
    const ask = (pickupId: number, timeLeftMs: number) =>
      servingRequest(`req_${pickupId}`, () => client.cancel({ ...aRequest(), pickupId }), timeLeftMs);
    const [hasty, ...patient] = [ask(1, 100), ask(2, 60_000), ask(3, 60_000)];
    await expect(hasty).rejects.toMatchObject({ code: 'deadline_exceeded' });
    answer();
    expect(await Promise.all(patient)).toEqual([aPickup(2), aPickup(3)]);
  });

  it('fail by themselves, with code, sentence and field, and tell nothing private', async () => {
    const { client } = await serve(async ({ pickupId }) => {
      if (pickupId === 1)
        throw new DomainError('not_found', 'text', { text: 'Straße 📦 unknown.' }, { field: 'straße[3]' });
      if (pickupId === 2) throw new Error('password=hunter2');
      return aPickup(pickupId);
    });
    const [one, two, three, four] = await Promise.allSettled(
      cancels(4).map((request) => client.cancel(request)),
    );
    expect([one, four]).toMatchObject([{ value: aPickup(0) }, { value: aPickup(3) }]);
    expect(two).toMatchObject({
      reason: { code: 'not_found', params: { text: 'Straße 📦 unknown.' }, field: 'straße[3]' },
    });
    expect(three).toMatchObject({
      reason: { code: 'internal', reason: 'internal' },
    });
    expect(JSON.stringify(three) + String((three as PromiseRejectedResult).reason.detail)).not.toContain(
      'hunter2',
    );
  });

  it('carry their own request ids and are counted one by one', async () => {
    const ids: string[] = [];
    const { client, registry } = await serve(async (_request, { requestId }) => {
      ids.push(requestId);
      return aPickup();
    });
    await Promise.all(cancels(3).map((request, n) => client.cancel(request, { requestId: `req_${n}` })));
    expect(ids.sort()).toEqual(['req_0', 'req_1', 'req_2']);
    const counted = 'rpc_method="Cancel",outcome="ok"} 3';
    expect(await registry.metrics()).toContain(counted);
  });

  it('keep the id of the request that each is made for, in every line that serving one writes', async () => {
    const lines: { requestId?: string; order: number }[] = [];
    const logger = createLogger('parcels', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
    const { client } = await serve(async ({ pickupId }) => {
      await new Promise(setImmediate);
      logger.info({ order: pickupId }, 'looked');
      return aPickup();
    });
    await Promise.all(
      cancels(3).map((request, n) =>
        servingRequest(n === 1 ? undefined : `req_${n}`, () => client.cancel(request)),
      ),
    );
    const ids = lines.sort((a, b) => a.order - b.order).map(({ requestId }) => requestId);
    expect(ids).toEqual(['req_0', undefined, 'req_2']);
  });

  it('all miss a deadline that one of them holds up, and the handler is told', async () => {
    const signals: AbortSignal[] = [];
    const { client } = await serve((_request, { signal }) => {
      if (!signal.aborted) signals.push(signal);
      return new Promise(() => undefined);
    });
    const told = await withEnoughTime(async (timeoutMs) => {
      const calls = cancels(2).map((request) => client.cancel(request, { timeoutMs }));
      for (const outcome of await Promise.allSettled(calls)) {
        expect(outcome).toMatchObject({ reason: { code: 'deadline_exceeded' } });
      }
      return signals.length >= 2 ? signals : undefined;
    });
    await eventually(() => expect(told.map(({ aborted }) => aborted)).not.toContain(false));
  });

  it('are answered although one is not, and those that follow do not travel with it', async () => {
    const begun: number[] = [];
    const { client } = await serve(async ({ pickupId }) => {
      begun.push(pickupId);
      return pickupId === 0 ? new Promise(() => undefined) : aPickup(pickupId);
    });
    const ask = () => cancels(3).map((request) => client.cancel(request));
    const [held, ...others] = ask();
    void held?.catch(() => undefined);
    expect(await Promise.all(others)).toEqual([aPickup(1), aPickup(2)]);
    // The slow call is sent again, alone.
    await eventually(() => expect(begun).toEqual([0, 1, 2, 0]));
    const [heldAgain, ...next] = ask();
    void heldAgain?.catch(() => undefined);
    expect(await Promise.all(next)).toEqual([aPickup(1), aPickup(2)]);
    await eventually(() => expect(begun).toEqual([0, 1, 2, 0, 0, 1, 2]));
  });

  it('a method that may write never takes part', async () => {
    const { joined } = await serve(async () => aPickup());
    await expect(joined.call({ method: 'List', calls: [] })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
    await expect(joined.call({ method: 'toString', calls: [] })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
    expect(await joined.call({ method: 'Cancel', calls: [] })).toEqual({ answers: [] });
  });
});

describe('what travels together', () => {
  const record = () => {
    const sent: string[] = [];
    const call = batchCalls(
      {
        name: 'Read',
        encode: (request) => Buffer.from(String(request)),
        decode: (bytes) => `answer to ${Buffer.from(bytes)}`,
        alone: async (request, { timeoutMs }) => {
          sent.push(`alone ${request} ${timeoutMs}`);
          return `answer to ${request}`;
        },
        together: async ({ calls }, timeoutMs) => {
          sent.push(`together ${calls.map(({ request }) => Buffer.from(request)).join()} ${timeoutMs}`);
          return {
            answers: calls.map(({ request }) => ({ outcome: { $case: 'response', response: request } })),
          };
        },
      },
      1_000,
    );
    return { sent, call };
  };

  it('is what starts in one turn with one time-out; a lone call goes as it is', async () => {
    const { sent, call } = record();
    const first = [call('a', {}), call('b', {}), call('c', { timeoutMs: 50 })];
    expect(await Promise.all(first)).toEqual(['answer to a', 'answer to b', 'answer to c']);
    expect(await call('d', {})).toBe('answer to d');
    expect(sent).toEqual(['together a,b 1000', 'alone c 50', 'alone d 1000']);
  });
});
