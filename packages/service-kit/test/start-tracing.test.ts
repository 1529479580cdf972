import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { eventually } from '@parcelyard/testing/eventually';
import { stopTime } from '@parcelyard/testing/stop-time';
import { loadConfig, tracingVariables } from '../src/config';
import { createLogger } from '../src/logger';
import { startTracing } from '../src/tracing/start-tracing';
import { traced } from '../src/tracing/traced';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7';
const TOKEN = 'hunter2';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  jest.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

/** Stops a program's tracing. The time limit of the last export does not expire. */
const stopping =
  ({ stop }: { stop(): Promise<void> }) =>
  () => {
    stopTime();
    return stop();
  };

/** Starts a collector that answers with `status`, and a program that sends its spans to this collector. */
async function exporting(variables: Record<string, string> = {}, name = 'OTEL_EXPORTER_OTLP_ENDPOINT') {
  const collector = {
    status: 200,
    requests: [] as { path: string | undefined; token: string | undefined; body: string }[],
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    collector.requests.push({ path: request.url, token: request.headers.authorization, body });
    response.writeHead(collector.status).end(`you sent ${request.headers.authorization}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: string[] = [];
  const logger = createLogger('orders', 'info', { write: (line) => void lines.push(line) });
  const config = loadConfig(tracingVariables, { [name]: address, ...variables });
  const tracing = await startTracing('orders', config, logger);
  closers.push(tracing.stop);
  const work = (traceparent?: string) => traced('work', 'server', traceparent, async () => undefined);
  return { collector, lines, work, stop: stopping(tracing) };
}

const told = (body: string | undefined): Record<string, unknown> =>
  Object.fromEntries(
    JSON.parse(body ?? '').resourceSpans[0].resource.attributes.map(
      ({ key, value }: { key: string; value: { stringValue: string } }) => [key, value.stringValue],
    ),
  );

it('spans are sent to a path below the address of the collector, with the configured headers', async () => {
  const headers = `authorization=Bearer%20${TOKEN}, x-team=a%2Cb`;
  const { collector, work, stop } = await exporting({ OTEL_EXPORTER_OTLP_HEADERS: headers });
  await work();
  await stop();
  expect(collector.requests).toMatchObject([{ path: '/v1/traces', token: `Bearer ${TOKEN}` }]);
  expect(told(collector.requests[0]?.body)).toEqual({
    'service.name': 'orders',
    'service.namespace': 'parcelyard',
  });
});

it('spans are sent to the exact address for spans', async () => {
  const { collector, work, stop } = await exporting({}, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  await work();
  await stop();
  expect(collector.requests).toMatchObject([{ path: '/' }]);
});

it('spans are sent over gRPC when configured, with the configured headers', async () => {
  const taken: { token: unknown; spans: string }[] = [];
  const server = new Server();
  const sameBytes = (bytes: Buffer) => bytes;
  server.addService(
    {
      export: {
        path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
        requestStream: false,
        responseStream: false,
        requestSerialize: sameBytes,
        requestDeserialize: sameBytes,
        responseSerialize: sameBytes,
        responseDeserialize: sameBytes,
      },
    },
    {
      export: (
        { metadata, request }: { metadata: { get(name: string): unknown[] }; request: Buffer },
        answer: (error: null, response: Buffer) => void,
      ) => {
        taken.push({ token: metadata.get('authorization')[0], spans: request.toString('latin1') });
        answer(null, Buffer.alloc(0));
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  closers.push(() => server.forceShutdown());
  const config = loadConfig(tracingVariables, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${TOKEN}`,
  });
  const tracing = await startTracing('orders', config, createLogger('orders', 'silent'));
  await traced('work over gRPC', 'server', undefined, async () => undefined);
  await stopping(tracing)();
  expect(taken).toEqual([{ token: `Bearer ${TOKEN}`, spans: expect.stringContaining('work over gRPC') }]);
});

it('spans are sent as protobuf over HTTP when configured', async () => {
  const { collector, work, stop } = await exporting({ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' });
  await work();
  await stop();
  expect(collector.requests).toMatchObject([{ path: '/v1/traces', body: expect.stringContaining('work') }]);
  expect(() => JSON.parse(collector.requests[0]?.body as string)).toThrow();
});

it.each([
  [{ OTEL_SERVICE_NAME: 'parcels' }, 'parcels'],
  [{ OTEL_RESOURCE_ATTRIBUTES: 'service.name=others' }, 'others'],
  [{ OTEL_SERVICE_NAME: 'parcels', OTEL_RESOURCE_ATTRIBUTES: 'service.name=others' }, 'parcels'],
])('%j sets the service name %s', async (variables, name) => {
  const { collector, work, stop } = await exporting(variables);
  await work();
  await stop();
  expect(told(collector.requests[0]?.body)['service.name']).toBe(name);
});

it('resource attributes of the operator are sent with the spans', async () => {
  const said = 'deployment.environment.name=production,team=cards%20%26%20letters';
  const { collector, work, stop } = await exporting({ OTEL_RESOURCE_ATTRIBUTES: said });
  await work();
  await stop();
  expect(told(collector.requests[0]?.body)).toMatchObject({
    'deployment.environment.name': 'production',
    'service.name': 'orders',
    team: 'cards & letters',
  });
});

describe('a sampler', () => {
  it.each([
    [{}, 2],
    [{ OTEL_TRACES_SAMPLER_ARG: '0' }, 1],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: '0' }, 2],
    [{ OTEL_TRACES_SAMPLER: 'always_on' }, 3],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, 0],
  ])(
    'with %j records %i of: a new trace, part of a recorded trace, part of another trace',
    async (variables, recorded) => {
      const { collector, work, stop } = await exporting(variables);
      await work();
      await work(`${PARENT}-01`);
      await work(`${PARENT}-00`);
      await stop();
      const spans = collector.requests.flatMap(
        ({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans,
      );
      expect(spans).toHaveLength(recorded);
    },
  );

  it.each(['traceidratio', 'parentbased_always_off', 'jaeger_remote', 'xray'])('%s is refused', (sampler) => {
    const config = () => loadConfig(tracingVariables, { OTEL_TRACES_SAMPLER: sampler });
    expect(config).toThrow(/OTEL_TRACES_SAMPLER: .*parentbased_traceidratio/);
  });
});

it('a collector that refuses spans is logged once, and once when it accepts them again, without its answer', async () => {
  const headers = `authorization=Bearer%20${TOKEN}`;
  const { collector, lines, work } = await exporting({ OTEL_EXPORTER_OTLP_HEADERS: headers });
  const exported = async () => {
    const { length } = collector.requests;
    await work();
    await eventually(() => expect(collector.requests.length).toBeGreaterThan(length));
  };
  collector.status = 401;
  await exported();
  await eventually(() => expect(lines).toHaveLength(1));
  await exported();
  collector.status = 200;
  await exported();
  await eventually(() => expect(lines).toHaveLength(2));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', status: 401, msg: 'the collector does not accept spans: they are lost until it does' },
    { level: 'info', msg: 'the collector accepts spans again' },
  ]);
  expect(lines.join()).not.toContain(TOKEN);
});

it.each([
  ['OTEL_EXPORTER_OTLP_HEADERS', `authorization ${TOKEN}`],
  ['OTEL_EXPORTER_OTLP_HEADERS', `=${TOKEN}`],
  ['OTEL_EXPORTER_OTLP_HEADERS', `bad name=${TOKEN}`],
  ['OTEL_EXPORTER_OTLP_HEADERS', `authorization=${TOKEN}%0A`],
  ['OTEL_RESOURCE_ATTRIBUTES', `team=${TOKEN}%`],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', `${TOKEN}`],
])('%s=%j is refused with its name and without its value', (name, value) => {
  let message = '';
  try {
    loadConfig(tracingVariables, { [name]: value });
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain(`Bad configuration. ${name}: `);
  expect(message).not.toContain(TOKEN);
});
