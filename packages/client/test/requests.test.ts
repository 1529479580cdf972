import { type ScriptedServer, startScriptedServer } from './support/scripted-server';

describe('requests and answers of the client', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterAll(() => server.close());

  it('encodes queries and leaves out undefined values', async () => {
    server.script();
    await server.client().listOrders({ email: 'a+b&c@example.com', invoiceNumber: 'Ä 1', status: undefined });
    expect(server.received[0]?.url).toBe(
      '/public/orders?email=a%2Bb%26c%40example.com&invoiceNumber=%C3%84+1',
    );
    expect(server.received[0]?.headers).toMatchObject({
      authorization: 'Bearer token',
      accept: 'application/json',
    });
    expect(server.received[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('never uses an id as another path', async () => {
    server.script();
    await server.client().getOrder('7/../../x?' as never);
    expect(server.received[0]?.url).toBe('/public/order/7%2F..%2F..%2Fx%3F');
    expect(() => server.client().getOrder('..' as never)).toThrow('An id is expected, not "..".');
  });

  it('sends the partner key only where it is required', async () => {
    server.script();
    const client = server.client({ partnerKey: 'partner' });
    await client.createAccount({ email: 'a@example.com', password: 'long enough' });
    await client.getChangelog();
    expect(server.received.map(({ headers }) => [headers['x-partner-key'], headers.authorization])).toEqual([
      ['partner', undefined],
      [undefined, undefined],
    ]);
  });

  it('keeps the path of the base address', async () => {
    server.script();
    const { url } = server.received[0] ?? {};
    expect(url).toBeUndefined();
    const client = server.client({
      baseUrl: 'https://ship.example/tenant/',
      fetch: async (input) => Response.json({ success: true, result: String(input) }),
    });
    expect(await client.getOrder(1)).toEqual({ result: 'https://ship.example/tenant/public/order/1' });
  });

  it('throws an error with the data of the answer [REST-T3]', async () => {
    const fields = [{ field: 'zip', message: 'zip is needed.' }];
    server.script({ status: 400, body: { code: 'invalid_input', error: 'zip is needed.', fields } });
    await expect(server.client().createOrder({} as never)).rejects.toMatchObject({
      name: 'ParcelyardError',
      status: 400,
      code: 'invalid_input',
      message: 'zip is needed.',
      fields,
      requestId: 'req-1',
      retryAfterSeconds: undefined,
      body: { success: false },
    });
  });

  it.each([
    [502, '<html>Bad Gateway</html>', 'The answer has status 502.'],
    [200, '<html>Sign in to the hotel</html>', 'The answer with status 200 is not one of Parcelyard.'],
    [200, '', 'The answer with status 200 is not one of Parcelyard.'],
    [500, '[]', 'The answer has status 500.'],
  ])('throws for an answer that Parcelyard did not send: %i %j [REST-T3]', async (status, text, message) => {
    server.script({ status, text });
    await expect(server.client().getOrder(1)).rejects.toMatchObject({
      status,
      message,
      code: undefined,
      fields: [],
    });
  });
});

describe('reading a list', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterAll(() => server.close());

  const page = (ids: number[]) => ({
    body: { result: ids.map((id) => ({ id })), pagination: { totalPages: 2 } },
  });

  it('fetches one page after another', async () => {
    server.script(page([1, 2]), page([3]));
    const seen: number[] = [];
    for await (const { id } of server.client().eachCustomer({ email: 'a@b.example' })) seen.push(id);
    expect(seen).toEqual([1, 2, 3]);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/public/customers?pageSize=100&email=a%40b.example&page=1',
      '/public/customers?pageSize=100&email=a%40b.example&page=2',
    ]);
  });

  it('follows the cursor, from an empty one to the end', async () => {
    const part = (id: number, nextCursor: string | null) => ({
      body: { result: [{ deliveryId: id }], pagination: { nextCursor } },
    });
    server.script(part(9, '9'), part(4, null));
    const seen: unknown[] = [];
    for await (const delivery of server.client().eachWebhookDelivery()) seen.push(delivery);
    expect(seen).toEqual([{ deliveryId: 9 }, { deliveryId: 4 }]);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/public/webhook/deliveries?pageSize=100&cursor=',
      '/public/webhook/deliveries?pageSize=100&cursor=9',
    ]);
  });

  it('fetches nothing more after a break', async () => {
    server.script(page([1, 2]), page([3]));
    for await (const _ of server.client().eachCustomer()) break;
    expect(server.received).toHaveLength(1);
  });
});
