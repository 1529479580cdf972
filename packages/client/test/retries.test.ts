import { ParcelyardError } from '../src';
import { type ScriptedServer, startScriptedServer } from './support/scripted-server';

const ORDER = { invoiceNumber: 'INV-1001' } as never;

describe('a call with a temporary failure [REST-T2]', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterAll(() => server.close());

  const keys = () => server.received.map(({ headers }) => headers['idempotency-key']);

  it('is repeated after the seconds in the answer', async () => {
    server.script(
      { status: 429, headers: { 'retry-after': '7' }, body: { code: 'rate_limited', error: 'Slow down.' } },
      { status: 503, headers: { 'retry-after': '2' }, body: { code: 'unavailable', error: 'Away.' } },
    );
    expect(await server.client().getOrder(10482)).toEqual({ result: { id: 10482 } });
    expect(server.waited).toEqual([7000, 2000]);
  });

  it.each([
    { status: 409, body: { code: 'conflict_retry', error: 'Under way.' } },
    { status: 429, body: { code: 'rate_limited', error: 'Slow down.' } },
    { status: 503, body: { code: 'outcome_unknown', error: 'Nobody knows.' } },
    { status: 503, text: '<html>maintenance</html>' },
    'drop' as const,
  ])('that writes is repeated with one key: %j', async (step) => {
    server.script(step, step);
    await server.client().createOrder(ORDER);
    expect(server.received.map(({ method, body }) => `${method} ${body}`)).toEqual(
      Array(3).fill('POST {"invoiceNumber":"INV-1001"}'),
    );
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys()).size).toBe(1);
  });

  it('waits longer each time, up to a limit, with a random part', async () => {
    server.script(...Array(7).fill('drop'));
    await server.client({ maxRetries: 7 }).listOrders();
    expect(server.waited).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('fails after the last retry, with the last answer', async () => {
    const busy = {
      status: 503,
      headers: { 'retry-after': '1' },
      body: { code: 'unavailable', error: 'Away.' },
    };
    server.script(...Array(9).fill(busy));
    const error = await refusalOf(server.client({ maxRetries: 2 }).createOrder(ORDER));
    expect(error).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 1 });
    expect(server.received).toHaveLength(3);
  });

  it('is not repeated when the answer names more than a minute', async () => {
    server.script({
      status: 429,
      headers: { 'retry-after': '900' },
      body: { code: 'rate_limited', error: 'Later.' },
    });
    expect(await refusalOf(server.client().getOrder(1))).toMatchObject({ retryAfterSeconds: 900 });
    expect(server.received).toHaveLength(1);
  });

  it.each([400, 401, 402, 403, 404, 409, 413, 415, 422, 500, 502, 504, 302])(
    'is not repeated for the final status %i',
    async (status) => {
      server.script({ status, body: { code: 'wrong_state', error: 'No.' } });
      expect(await refusalOf(server.client().createOrder(ORDER))).toMatchObject({ status });
      expect(server.received).toHaveLength(1);
    },
  );

  it('that writes without a key is not repeated when its outcome is unknown', async () => {
    const token = { email: 'ada@example.com', password: 'secret-secret' };
    server.script('drop');
    expect(await refusalOf(server.client().createToken(token))).toMatchObject({ status: 0 });
    server.script({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'rate_limited', error: 'Wait.' },
    });
    await server.client().createToken(token);
    expect(keys()).toEqual([undefined, undefined]);
  });

  it('uses the given key, and otherwise a new key for each call', async () => {
    server.script();
    const client = server.client();
    await client.purchaseLabel({} as never, { idempotencyKey: 'job-7' });
    await client.createOrder(ORDER);
    await client.createOrder(ORDER);
    expect(keys()[0]).toBe('job-7');
    expect(new Set(keys()).size).toBe(3);
  });

  it('requests the token again, so that a refreshed one is used', async () => {
    const tokens = ['old', 'new'];
    server.script('drop');
    await server.client({ accessToken: async () => tokens.shift() ?? 'none' }).getOrder(1);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  it('that gets no answer ends with the time-out and is repeated', async () => {
    const keys: (string | null)[] = [];
    const hangs: typeof fetch = (_url, init) =>
      new Promise((_, reject) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'));
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const client = server.client({ timeoutMs: 1, maxRetries: 2, fetch: hangs });
    expect(await refusalOf(client.createOrder(ORDER))).toMatchObject({
      status: 0,
      message: 'No answer within 0.001 s to POST /public/order.',
    });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('ends at once when its signal is aborted, and is not repeated', async () => {
    const reason = new Error('The user left.');
    server.script('hang');
    const abort = new AbortController();
    const call = server.client().getOrder(1, { signal: abort.signal });
    abort.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(server.waited).toEqual([]);
  });
});

async function refusalOf(call: Promise<unknown>): Promise<ParcelyardError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ParcelyardError)) throw new Error(`Not refused by the client: ${error}`);
  return error;
}
