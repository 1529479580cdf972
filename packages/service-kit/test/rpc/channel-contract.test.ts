import { eventually } from '@parcelyard/testing/eventually';
import { withEnoughTime } from '@parcelyard/testing/with-enough-time';
import { MongoNetworkError } from 'mongodb';
import { Registry } from 'prom-client';
import { DomainError, type ErrorCode } from '../../src/domain-error';
import { createLogger } from '../../src/logger';
import { createRpcMetrics } from '../../src/metrics';
import type { CallContext, RpcClient, RpcHandlers } from '../../src/rpc/definition';
import { createGrpcClient } from '../../src/rpc/grpc-client';
import { startGrpcServer } from '../../src/rpc/grpc-server';
import { createLocalClient } from '../../src/rpc/local-client';
import { remainingMs, servingRequest, withoutDeadline } from '../../src/tracing/request-id';
import { aPickup, aRequest, ParcelsDefinition } from './a-service';
import { openStreams } from './open-streams';

type Handlers = RpcHandlers<typeof ParcelsDefinition>;

interface Channel {
  client: RpcClient<typeof ParcelsDefinition>;
  registry: Registry;
  /** The log lines of the serving side. */
  lines: Record<string, unknown>[];
}

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function ground() {
  const registry = new Registry();
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('parcels', 'debug', { write: (line) => void lines.push(JSON.parse(line)) });
  return { registry, metrics: createRpcMetrics(registry), lines, logger };
}

/** The parcels service with an additional method `ping`, which only opens the streams. */
const PingedDefinition = {
  ...ParcelsDefinition,
  methods: { ...ParcelsDefinition.methods, ping: { ...ParcelsDefinition.methods.list, name: 'Ping' } },
} as const;

async function overSocket(handlers: Handlers) {
  const { registry, metrics, lines, logger } = ground();
  const server = await startGrpcServer({
    definition: PingedDefinition,
    handlers: { ...handlers, ping: async () => ({ pickups: [], total: 0 }) },
    listen: '127.0.0.1:0',
    logger,
    metrics,
  });
  closers.push(() => server.drain(0));
  const remote = createGrpcClient(PingedDefinition, { address: server.address });
  closers.push(() => remote.close());
  return { client: remote.rpc, registry, lines };
}

async function overStreams(handlers: Handlers): Promise<Channel> {
  const channel = await overSocket(handlers);
  await openStreams(() => channel.client.ping({ accountId: 7, page: undefined }));
  return channel;
}

async function inProcess(handlers: Handlers): Promise<Channel> {
  const { registry, metrics, lines, logger } = ground();
  return { client: createLocalClient(ParcelsDefinition, handlers, { logger, metrics }), registry, lines };
}

const unused = async () => {
  throw new Error('This test calls the other method.');
};

const CODES: ErrorCode[] = [
  'invalid_argument',
  'unauthenticated',
  'permission_denied',
  'not_found',
  'already_exists',
  'failed_precondition',
  'conflict',
  'resource_exhausted',
  'payment_required',
  'carrier_refused',
  'unresolved',
  'unavailable',
  'deadline_exceeded',
  'internal',
];

describe.each([
  ['by unary calls', overSocket],
  ['over streams', overStreams],
  ['in one process', inProcess],
])('%s', (_, open) => {
  const cancelWith = (cancel: Handlers['cancel']) => open({ list: unused, cancel });

  const failure = async (call: Promise<unknown>): Promise<DomainError> => {
    const error: unknown = await call.then(
      () => 'it succeeded',
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DomainError);
    return error as DomainError;
  };

  it('request and response arrive as they were sent', async () => {
    const requests: unknown[] = [];
    const { client } = await open({
      list: async (request) => {
        requests.push({ ...request });
        return { pickups: [aPickup(1), aPickup(2)], total: 2 };
      },
      cancel: unused,
    });
    const request = { accountId: 7, page: { page: 1, pageSize: 20 } };
    expect(await client.list(request)).toEqual({ pickups: [aPickup(1), aPickup(2)], total: 2 });
    expect(requests).toEqual([request]);
  });

  it('the handler gets the request id, or an empty text when there is none', async () => {
    const ids: string[] = [];
    const { client } = await cancelWith(async (_request, { requestId }) => {
      ids.push(requestId);
      return aPickup();
    });
    await client.cancel(aRequest(), { requestId: 'req_1' });
    await client.cancel(aRequest());
    expect(ids).toEqual(['req_1', '']);
  });

  it.each(CODES)('a refusal with code %s keeps its code, its sentence and its field', async (code) => {
    const { client } = await cancelWith(async () => {
      throw new DomainError(
        code,
        'text',
        { text: 'Pickup 5 was not found in this account.' },
        { field: 'pickup_id' },
      );
    });
    const error = await failure(client.cancel(aRequest()));
    expect(error).toMatchObject({
      code,
      params: { text: 'Pickup 5 was not found in this account.' },
      field: 'pickup_id',
    });
  });

  it('a refusal without a field has none', async () => {
    const { client } = await cancelWith(async () => {
      throw new DomainError('not_found', 'text', { text: 'No.' });
    });
    expect((await failure(client.cancel(aRequest()))).field).toBeUndefined();
  });

  it.each([
    ['of any alphabet', 'Straße „Ü“ 東京 📦 100 % & more'],
    ['of several lines', 'first\nsecond\r\n\tthird'],
    ['of thirty thousand characters', 'orders[3].ship_to.zip is required. '.repeat(900)],
    ['without characters', ''],
  ])('a sentence %s arrives to the letter', async (_name, sentence) => {
    const { client } = await cancelWith(async () => {
      throw new DomainError('invalid_argument', 'text', { text: sentence }, { field: 'straße[3]\n' });
    });
    const error = await failure(client.cancel(aRequest()));
    expect(error).toMatchObject({
      code: 'invalid_argument',
      params: { text: sentence },
      field: 'straße[3]\n',
    });
  });

  it('a full database is reported as storage_full, also when it is the cause of another error', async () => {
    const full = Object.assign(new Error('no space'), { code: 14_031 });
    for (const error of [full, new Error('not saved', { cause: full })]) {
      const { client } = await cancelWith(async () => {
        throw error;
      });
      expect(await failure(client.cancel(aRequest()))).toMatchObject({
        code: 'unavailable',
        reason: 'storage_full',
      });
    }
  });

  it('an unreachable database is reported as unavailable, also when it is the cause of another error', async () => {
    const lost = new MongoNetworkError('connect ECONNREFUSED 127.0.0.1:27017');
    for (const error of [lost, new Error('not read', { cause: lost })]) {
      const { client } = await cancelWith(async () => {
        throw error;
      });
      expect(await failure(client.cancel(aRequest()))).toMatchObject({
        code: 'unavailable',
        reason: 'unavailable',
      });
    }
  });

  it('the caller does not get the private details of a refusal', async () => {
    const { client } = await cancelWith(async () => {
      throw new DomainError(
        'conflict',
        'text',
        { text: 'Try again.' },
        { detail: 'row 17', cause: new Error('row 18') },
      );
    });
    const { detail, cause } = await failure(client.cancel(aRequest()));
    expect(`${detail} ${cause}`).not.toMatch(/row 1[78]/);
  });

  it.each<[string, Handlers['cancel']]>([
    ['that rejects', () => Promise.reject(new Error('password=hunter2'))],
    [
      'that throws before it is asynchronous',
      () => {
        throw new TypeError('hunter2');
      },
    ],
    ['that throws no error', () => Promise.reject('hunter2')],
    ['that throws nothing', () => Promise.reject(undefined)],
  ])('an accident of a handler %s is hidden', async (_name, cancel) => {
    const { client } = await cancelWith(cancel);
    const error = await failure(client.cancel(aRequest()));
    expect(error).toMatchObject({ code: 'internal', reason: 'internal' });
    expect(`${error.detail} ${error.cause} ${error.stack}`).not.toContain('hunter2');
  });

  it('a call ends at its deadline, and its handler is aborted', async () => {
    const contexts: CallContext[] = [];
    const { client } = await cancelWith((_request, context) => {
      if (!context.signal.aborted) contexts.push(context);
      return new Promise(() => undefined);
    });
    const { signal } = await withEnoughTime(async (timeoutMs) => {
      expect(await failure(client.cancel(aRequest(), { timeoutMs }))).toMatchObject({
        code: 'deadline_exceeded',
        reason: 'unavailable',
      });
      return contexts[0];
    });
    await eventually(() => expect(signal.aborted).toBe(true));
  });

  it('a handler that looks at its signal only after the deadline finds it aborted', async () => {
    const contexts: CallContext[] = [];
    const { client } = await cancelWith((_request, context) => {
      contexts.push(context);
      return new Promise(() => undefined);
    });
    const context = await withEnoughTime(async (timeoutMs) => {
      await failure(client.cancel(aRequest(), { timeoutMs }));
      return contexts[0];
    });
    await eventually(() => expect(context.signal.aborted).toBe(true));
  });

  it('the calls of a handler get a little less time than its caller waits', async () => {
    const left: number[] = [];
    const { client } = await cancelWith(async () => {
      left.push(remainingMs());
      return aPickup();
    });
    const begun = performance.now();
    await client.cancel(aRequest(), { timeoutMs: 50_000 });
    await servingRequest('one', () => client.cancel(aRequest(), { timeoutMs: 60_000 }), 40_000);
    const passed = performance.now() - begun;
    expect(left[0]).toBeLessThan(49_900);
    expect(left[0]).toBeGreaterThan(49_700 - passed);
    expect(left[1]).toBeLessThan(39_900);
    expect(left[1]).toBeGreaterThan(39_700 - passed);
  });

  it('a request whose time is over makes no calls', async () => {
    let called = 0;
    const { client } = await cancelWith(async () => {
      called += 1;
      return aPickup();
    });
    const call = () => failure(client.cancel(aRequest(), { timeoutMs: 5_000 }));
    expect(await servingRequest('one', call, 0)).toMatchObject({ code: 'deadline_exceeded' });
    expect(called).toBe(0);
    await servingRequest('one', () => withoutDeadline(() => client.cancel(aRequest())), 0);
    expect(called).toBe(1);
  });

  it('a call waits for a hanging handler no longer than its request has time left', async () => {
    const { client } = await cancelWith(() => new Promise(() => undefined));
    const call = () => failure(client.cancel(aRequest(), { timeoutMs: 60_000 }));
    expect(await servingRequest('one', call, 50)).toMatchObject({ code: 'deadline_exceeded' });
  });

  it.each([0, -1])('a call with %d ms left fails without an answer', async (timeoutMs) => {
    const { client } = await cancelWith(async () => aPickup());
    expect(await failure(client.cancel(aRequest(), { timeoutMs }))).toMatchObject({
      code: 'deadline_exceeded',
    });
  });

  it('an answer in time leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const { client } = await cancelWith(async () => aPickup());
    await client.cancel(aRequest());
    const before = timers();
    await Promise.all(Array.from({ length: 50 }, () => client.cancel(aRequest(), { timeoutMs: 60_000 })));
    await eventually(() => expect(timers()).toBeLessThanOrEqual(before));
  });

  it('neither side sees how the other side changes a message', async () => {
    const { client } = await open({
      list: async (request) => {
        const page = request.page as { page: number };
        page.page = 99;
        return { pickups: [], total: 0 };
      },
      cancel: async () => kept,
    });
    const kept = aPickup();
    const request = { accountId: 7, page: { page: 1, pageSize: 20 } };
    await client.list(request).catch(() => undefined);
    expect(request.page.page).toBe(1);
    const answer = await client.cancel(aRequest());
    try {
      answer.orderIds.push(17);
    } catch {
      // The change may be refused, or the other side may not see it. Both are right.
    }
    expect(kept.orderIds).toEqual(aPickup().orderIds);
  });

  it('each of a hundred calls at one time gets its own answer', async () => {
    const { client } = await cancelWith(async ({ pickupId }) => aPickup(pickupId));
    const ids = Array.from({ length: 100 }, (_entry, index) => index + 1);
    const answers = await Promise.all(ids.map((pickupId) => client.cancel({ ...aRequest(), pickupId })));
    expect(answers.map(({ pickupId }) => pickupId)).toEqual(ids);
  });

  it('calls are counted by method and outcome', async () => {
    const outcomes = [
      async () => aPickup(),
      () => Promise.reject(new DomainError('not_found', 'text', { text: 'No.' })),
      unused,
    ];
    const { client, registry } = await cancelWith(async ({ pickupId }) => outcomes[pickupId]!());
    for (const pickupId of [0, 1, 2]) await client.cancel({ ...aRequest(), pickupId }).catch(() => undefined);
    const text = await registry.metrics();
    for (const outcome of ['ok', 'not_found', 'internal']) {
      expect(text).toContain(
        `parcelyard_rpc_duration_seconds_count{rpc_service="Parcels",rpc_method="Cancel",outcome="${outcome}"} 1`,
      );
    }
  });

  it('our own faults are logged with their cause and the request, refusals only for debugging', async () => {
    const failures = [
      new Error('disk full'),
      new DomainError('not_found', 'text', { text: 'No.' }, { field: 'pickup_id' }),
    ];
    const { client, lines } = await cancelWith(async ({ pickupId }) => Promise.reject(failures[pickupId]));
    for (const pickupId of [0, 1]) {
      await client
        .cancel({ ...aRequest(), pickupId }, { requestId: `req_${pickupId}` })
        .catch(() => undefined);
    }
    expect(lines).toMatchObject([
      {
        level: 'error',
        method: 'Parcels.Cancel',
        requestId: 'req_0',
        err: { message: 'disk full', stack: expect.stringContaining('channel-contract') },
      },
      { level: 'debug', requestId: 'req_1', errorCode: 'not_found', field: 'pickup_id' },
    ]);
  });
});
