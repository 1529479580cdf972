import { Counter, Gauge, Registry } from 'prom-client';
import { type AdminServer, startAdminServer } from '../src/admin-server';
import { createRegistry, readMetrics } from '../src/metrics';

let server: AdminServer | undefined;

afterEach(() => server?.close());

async function serve(notReady: () => Promise<readonly string[]> = async () => [], registry = new Registry()) {
  server = await startAdminServer({ listen: '127.0.0.1:0', registry, notReady });
  const { address } = server;
  return async (path: string) => {
    const response = await fetch(`http://${address}${path}`);
    return { status: response.status, body: await response.text() };
  };
}

it('a process is alive whatever it waits for', async () => {
  const get = await serve(async () => ['mongodb']);
  expect(await get('/healthz')).toEqual({ status: 200, body: 'ok\n' });
});

it('it is ready when nothing is missing, and otherwise names what is missing', async () => {
  let missing: string[] = ['mongodb', 'nats'];
  const get = await serve(async () => missing);
  expect(await get('/readyz')).toEqual({ status: 503, body: 'waiting for mongodb, nats\n' });
  missing = [];
  expect(await get('/readyz')).toEqual({ status: 200, body: 'ready\n' });
  expect(await get('/readyz?verbose')).toEqual({ status: 200, body: 'ready\n' });
});

it('a check that fails means not ready', async () => {
  const get = await serve(() => Promise.reject(new Error('hunter2')));
  expect(await get('/readyz')).toEqual({ status: 503, body: 'waiting for check failed\n' });
});

it('metrics are those of the service and of its process', async () => {
  const registry = createRegistry('orders');
  new Counter({ name: 'labels_total', help: 'Labels', registers: [registry] }).inc(3);
  const get = await serve(undefined, registry);
  const { status, body } = await get('/metrics');
  expect(status).toBe(200);
  expect(body).toContain('labels_total{service="orders"} 3');
  expect(body).toMatch(/process_resident_memory_bytes\{service="orders"\} \d+/);
});

it('two services in one process share its metrics under their own names', async () => {
  const [orders, billing] = [createRegistry('orders'), createRegistry('billing')];
  expect(await readMetrics(orders)).toMatch(/nodejs_eventloop_lag_seconds\{service="orders"\}/);
  expect(await readMetrics(billing)).toMatch(/nodejs_eventloop_lag_seconds\{service="billing"\}/);
});

it('a metric that cannot be read fails only the scrape', async () => {
  const registry = new Registry();
  const broken = { collect: () => Promise.reject(new Error('hunter2')) };
  new Gauge({ name: 'outbox_age', help: 'Age', registers: [registry], ...broken });
  const get = await serve(undefined, registry);
  expect(await get('/metrics')).toEqual({ status: 500, body: 'failed\n' });
  expect(await get('/healthz')).toMatchObject({ status: 200 });
});

it('other paths do not exist', async () => {
  const get = await serve();
  expect(await get('/')).toMatchObject({ status: 404 });
});

it('a used port is reported', async () => {
  await serve();
  const listen = (server as AdminServer).address;
  await expect(
    startAdminServer({ listen, registry: new Registry(), notReady: async () => [] }),
  ).rejects.toThrow('EADDRINUSE');
});
