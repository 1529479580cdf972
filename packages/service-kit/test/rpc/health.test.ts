import { type Client, credentials, makeGenericClientConstructor } from '@grpc/grpc-js';
// The definition of the health protocol, from the package of gRPC's authors.
import { service } from 'grpc-health-check';
import { createHealth, type HealthServer, startHealthServer } from '../../src/rpc/health';

const health = createHealth('parcelyard.orders.v1.Orders');
let server: HealthServer;
let client: Client & Record<string, (...words: unknown[]) => NodeJS.EventEmitter & { cancel(): void }>;
beforeAll(async () => {
  server = await startHealthServer('127.0.0.1:0', health);
  const OfficialClient = makeGenericClientConstructor(service, 'Health');
  client = new OfficialClient(server.address, credentials.createInsecure()) as never;
});
afterAll(() => {
  client.close();
  server.close();
});
beforeEach(() => health.setServing(true));

const ask = (method: 'check' | 'list', request: object) =>
  new Promise((resolve, reject) => {
    client[method]?.(request, (error: Error | null, answer: unknown) =>
      error ? reject(error) : resolve(answer),
    );
  });

it('the official client sees whether the process serves calls, and that it is alive while it does not', async () => {
  for (const name of ['', 'parcelyard.orders.v1.Orders', 'liveness'])
    expect(await ask('check', { service: name })).toEqual({ status: 'SERVING' });
  health.setServing(false);
  expect(await ask('list', {})).toEqual({
    statuses: {
      '': { status: 'NOT_SERVING' },
      'parcelyard.orders.v1.Orders': { status: 'NOT_SERVING' },
      liveness: { status: 'SERVING' },
    },
  });
});

it('the health of an unknown service is not found', async () => {
  await expect(ask('check', { service: 'another' })).rejects.toMatchObject({ code: 5 });
});

it('a watcher gets each change once, and gets service unknown for an unknown service', async () => {
  const watch = (name: string) => {
    const heard: unknown[] = [];
    const call = client.watch?.({ service: name });
    if (!call) throw new Error('The protocol has no watch.');
    const next = () => new Promise((resolve) => call.once('data', resolve));
    call.on('data', ({ status }) => heard.push(status));
    call.on('error', () => undefined);
    return { heard, next, end: () => call.cancel() };
  };
  const [known, unknown] = [watch(''), watch('another')];
  await Promise.all([known.next(), unknown.next()]);
  for (const serving of [false, false, true]) {
    const isChange = known.heard.at(-1) !== (serving ? 'SERVING' : 'NOT_SERVING');
    const told = isChange ? known.next() : undefined;
    health.setServing(serving);
    await told;
  }
  expect(known.heard).toEqual(['SERVING', 'NOT_SERVING', 'SERVING']);
  expect(unknown.heard).toEqual(['SERVICE_UNKNOWN']);
  known.end();
  unknown.end();
});
