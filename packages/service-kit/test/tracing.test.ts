import { setTimeout as pause } from 'node:timers/promises';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { createLogger } from '../src/logger';
import { createGrpcClient } from '../src/rpc/grpc-client';
import { startGrpcServer } from '../src/rpc/grpc-server';
import { createLocalClient } from '../src/rpc/local-client';
import { formatTraceparent, parseTraceparent, type TraceContext } from '../src/tracing/trace-context';
import { currentTraceparent, recordSpans, traced } from '../src/tracing/traced';
import { aPickup, aRequest, ParcelsDefinition } from './rpc/a-service';
import { openStreams } from './rpc/open-streams';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;

interface Recorded {
  name: string;
  context: TraceContext;
  parent: TraceContext | undefined;
  failed?: boolean;
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  recordSpans(undefined);
  for (const close of closers.splice(0).reverse()) await close();
});

function record(): Recorded[] {
  const spans: Recorded[] = [];
  recordSpans({
    open: (name, _kind, parent) => {
      const spanId = String(spans.length + 1).padStart(16, '0');
      const context = { traceId: parent?.traceId ?? spanId.repeat(2), spanId, sampled: true };
      const span: Recorded = { name, context, parent };
      spans.push(span);
      return {
        context,
        set: () => undefined,
        end: (failed) => {
          span.failed = failed;
        },
      };
    },
  });
  return spans;
}

const cancel = async () => aPickup();

async function overSocket(handler: () => Promise<ReturnType<typeof aPickup>> = cancel) {
  const handlers = { list: async () => ({ pickups: [], total: 0 }), cancel: handler };
  const server = await startGrpcServer({
    definition: ParcelsDefinition,
    handlers,
    logger: silentLogger,
    listen: '127.0.0.1:0',
  });
  closers.push(() => server.drain(0));
  const client = createGrpcClient(ParcelsDefinition, { address: server.address });
  closers.push(client.close);
  return client.rpc;
}

describe('traceparent', () => {
  it('is read and written', () => {
    expect(parseTraceparent(TRACEPARENT)).toEqual({ traceId: TRACE, spanId: CALLER, sampled: true });
    expect(parseTraceparent(`00-${TRACE}-${CALLER}-00`)?.sampled).toBe(false);
    expect(formatTraceparent(parseTraceparent(TRACEPARENT) as TraceContext)).toBe(TRACEPARENT);
    expect(parseTraceparent(`01-${TRACE}-${CALLER}-01-more`)?.traceId).toBe(TRACE);
  });

  it.each([
    undefined,
    '',
    'x',
    `ff-${TRACE}-${CALLER}-01`,
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${CALLER}-01`,
    `00-${TRACE}-${CALLER}-01\n; DROP`,
    // Only a later version may have more fields (W3C Trace Context, "Versioning of traceparent").
    `00-${TRACE}-${CALLER}-01-more`,
    `00-${TRACE}-${CALLER}-01-`,
  ])('%j is invalid', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});

it('a call over a socket continues the trace of its caller, and so do the calls that it makes', async () => {
  const spans = record();
  const inner = await overSocket();
  const outer = await overSocket(async () => {
    await pause(1);
    return inner.cancel(aRequest());
  });
  await traced('edge', 'server', TRACEPARENT, () => outer.cancel(aRequest()));
  expect(spans.map(({ name }) => name)).toEqual(['edge', 'Parcels.Cancel', 'Parcels.Cancel']);
  const [edge, first, second] = spans as [Recorded, Recorded, Recorded];
  expect(edge.parent).toMatchObject({ traceId: TRACE, spanId: CALLER });
  expect(first.parent).toEqual(edge.context);
  expect(second.parent).toEqual(first.context);
});

it('calls in one message of a stream stay in their own traces', async () => {
  const spans = record();
  const rpc = await overSocket();
  await openStreams(() => rpc.list({ accountId: 7, page: undefined }));
  spans.length = 0;
  await Promise.all(
    ['one', 'two', 'three'].map((name) => traced(name, 'server', undefined, () => rpc.cancel(aRequest()))),
  );
  const edges = spans.slice(0, 3).map(({ context }) => context);
  const served = spans.filter(({ name }) => name === 'Parcels.Cancel').map(({ parent }) => parent);
  expect(served).toEqual(edges);
});

it('a call in one process continues the trace too, and a failure is marked', async () => {
  const spans = record();
  const fails = () => Promise.reject(new Error('no'));
  const client = createLocalClient(ParcelsDefinition, {
    list: async () => ({ pickups: [], total: 0 }),
    cancel: fails,
  });
  const call = traced('edge', 'server', TRACEPARENT, () => client.cancel(aRequest()));
  await expect(call).rejects.toThrow();
  expect(spans).toMatchObject([
    { name: 'edge', failed: true },
    { name: 'Parcels.Cancel', failed: true, parent: { traceId: TRACE } },
  ]);
});

it('a log line contains the id of its trace', async () => {
  record();
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('x', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
  await traced('edge', 'server', TRACEPARENT, async () => logger.info('inside'));
  logger.info('outside');
  expect(lines).toMatchObject([{ msg: 'inside', traceId: TRACE }, { msg: 'outside' }]);
  expect(lines[1]).not.toHaveProperty('traceId');
});

it('without a collector no trace is stored, and calls work', async () => {
  const rpc = await overSocket(async () => {
    expect(currentTraceparent()).toBeUndefined();
    return aPickup();
  });
  expect(await traced('edge', 'server', undefined, () => rpc.cancel(aRequest()))).toEqual(aPickup());
});
