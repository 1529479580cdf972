import { connect } from 'node:net';
import { eventually } from '@parcelyard/testing/eventually';
import { stopTime } from '@parcelyard/testing/stop-time';
import { Registry } from 'prom-client';
import { TOKENS } from '../../support/fake-auth';
import { callTool, type Options, post, startGateway, type TestGateway } from '../../support/start-gateway';

afterEach(() => jest.useRealTimers());

/** Starts a gateway in which get_order waits until the test lets it continue. */
async function startHeld(options: Options) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gateway = await startGateway({
    callMs: 600_000,
    orders: {
      getOrder: async () => {
        await opened;
        throw new Error('It is only about how long it takes.');
      },
    },
    ...options,
  });
  const hold = (count: number) =>
    Array.from({ length: count }, () => callTool(gateway, 'get_order', { order_id: 1001 }));
  const isHeld = (count: number) => eventually(() => expect(gateway.calls).toHaveLength(count));
  return { gateway, hold, isHeld, open };
}

const ask = (gateway: TestGateway, path: string, accept = 'application/json', method = 'GET') =>
  fetch(gateway.url + path, { method, headers: { accept } });

const shapeOf = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  body: await response.text(),
});

describe('above MAX_IN_FLIGHT a request is refused at once, in the format of its surface', () => {
  const busy = 'The service is busy. Nothing was done. Try again in a moment.';
  let held: Awaited<ReturnType<typeof startHeld>>;
  let answers: Promise<unknown>[];
  beforeAll(async () => {
    held = await startHeld({ maxInFlight: 3 });
    answers = held.hold(3);
    await held.isHeld(3);
  });

  it.each([
    ['MCP', '/mcp', 'POST', 'application/json', { error: 'service_busy', message: busy }],
    ['REST', '/public/orders', 'GET', '*/*', { success: false, code: 'unavailable', error: busy }],
    [
      'the REST document',
      '/public/openapi.json',
      'GET',
      '*/*',
      { success: false, code: 'unavailable', error: busy },
    ],
    ['OAuth', '/oauth/token', 'POST', '*/*', { error: 'temporarily_unavailable', error_description: busy }],
    ['webhooks of other services', '/webhooks/stripe', 'POST', '*/*', { error: busy }],
    [
      'a program at another path',
      '/orders',
      'GET',
      'application/json',
      { error: 'unavailable', message: busy },
    ],
  ])('%s', async (_surface, path, method, accept, body) => {
    const { status, retryAfter, body: text } = await shapeOf(await ask(held.gateway, path, accept, method));
    expect({ status, retryAfter, body: JSON.parse(text) }).toEqual({ status: 503, retryAfter: '1', body });
    expect(held.gateway.authCalls.filter(({ method: called }) => called !== 'authorize')).toEqual([]);
  });

  it('the web: an HTML page', async () => {
    const response = await ask(held.gateway, '/signin', 'text/html,*/*;q=0.8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const { status, retryAfter, body } = await shapeOf(response);
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '1' });
    expect(body).toContain(busy);
    expect(body).toContain('</html>');
  });

  it('each refusal has the usual security headers and a request id', async () => {
    const { headers } = await ask(held.gateway, '/public/orders');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it('accepted requests are answered, and new requests are accepted again', async () => {
    held.open();
    await Promise.all(answers);
    expect((await post(held.gateway, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
  });
});

it('a request counts until its work has ended, also after its caller disconnected', async () => {
  const { gateway, isHeld, open } = await startHeld({ maxInFlight: 1 });
  const gone = new AbortController();
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_order', arguments: { order_id: 1 } },
  };
  const broken = fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKENS.access}`, 'content-type': 'application/json' },
    body: JSON.stringify(call),
    signal: gone.signal,
  });
  await isHeld(1);
  gone.abort();
  await expect(broken).rejects.toThrow();
  const ping = () => post(gateway, { jsonrpc: '2.0', id: 1, method: 'ping' });
  expect((await ping()).status).toBe(503);
  open();
  await eventually(async () => expect((await ping()).status).toBe(200));
});

describe('one connection', () => {
  const request = (token: string) =>
    [
      'POST /mcp HTTP/1.1',
      'Host: ship.example',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      'Content-Length: 40',
      '',
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    ].join('\r\n');

  /** Sends several requests at once over one connection. Returns the statuses of the answers. */
  const pipelined = (gateway: TestGateway, requests: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () =>
        socket.write(requests.join('')),
      );
      socket.on('error', reject);
      socket.on('data', (data) => {
        text += data;
        const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status as string);
        if (statuses.length < requests.length) return;
        socket.destroy();
        resolve(statuses);
      });
    });

  it('has at most MAX_IN_FLIGHT_CONNECTION requests at one time, and other connections are served', async () => {
    const registry = new Registry();
    const { gateway, hold, isHeld, open } = await startHeld({ maxInFlightConnection: 4, registry });
    const others = hold(6);
    await isHeld(6);
    const statuses = await pipelined(
      gateway,
      Array.from({ length: 200 }, () => request(TOKENS.access)),
    );
    expect(statuses.slice(0, 4)).toEqual(['200', '200', '200', '200']);
    expect(statuses).toContain('503');
    expect(statuses.filter((status) => status !== '200' && status !== '503')).toEqual([]);
    open();
    await Promise.all(others);
    const text = await registry.metrics();
    expect(text).toMatch(/parcelyard_requests_turned_away_total\{bound="connection"\} [1-9]/);
    expect(text).toContain('parcelyard_requests_turned_away_total{bound="gateway"} 0');
    // Requests that are refused because of a flood do not count as errors of ours.
    expect(text).not.toContain('status="503"');
  });

  it('that sends its body late is closed when the gateway is full', async () => {
    stopTime();
    const { gateway } = await startHeld({ maxInFlight: 1 });
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () =>
      socket.write(request(TOKENS.access).slice(0, -10)),
    );
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    const ping = () => post(gateway, { jsonrpc: '2.0', id: 1, method: 'ping' });
    await eventually(async () => expect((await ping()).status).toBe(503));
    jest.advanceTimersByTime(1_000);
    expect((await ping()).status).toBe(200);
    await closed;
  });

  it('leaves its place to one request: a second late sender is not closed', async () => {
    stopTime();
    const { gateway } = await startHeld({ maxInFlight: 2 });
    const ping = () => post(gateway, { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect((await ping()).status).toBe(200);
    let closed = 0;
    const sockets = [1, 2].map(() => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () =>
        socket.write(request(TOKENS.access).slice(0, -10)),
      );
      socket.on('error', () => undefined);
      socket.once('close', () => {
        closed += 1;
      });
      return socket;
    });
    await eventually(async () => expect((await ping()).status).toBe(503));
    jest.advanceTimersByTime(1_000);
    expect((await ping()).status).toBe(200);
    await eventually(() => expect(closed).toBeGreaterThan(0));
    expect((await ping()).status).toBe(200);
    expect(closed).toBe(1);
    for (const socket of sockets) socket.destroy();
  });
});
