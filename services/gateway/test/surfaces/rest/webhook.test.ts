import { DomainError } from '@parcelyard/service-kit/domain-error';
import { TOKENS } from '../../support/fake-auth';
import { type Options, startGateway, type TestGateway } from '../../support/start-gateway';

const HOOK = { url: 'https://shop.example.com/hook', signingSecret: 'whsec_abc' };

async function send(gateway: TestGateway, method: string, body?: unknown) {
  const response = await fetch(`${gateway.url}/public/webhook`, {
    method,
    headers: {
      authorization: `Bearer ${TOKENS.access}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown, headers: response.headers };
}

const gatewayWith = (orders: Options['orders'] = {}) => startGateway({ orders });

describe('/public/webhook', () => {
  it('POST registers and answers the URL with its secret [REST-W1]', async () => {
    const gateway = await gatewayWith({ registerWebhook: async () => HOOK });
    const { status, body, headers } = await send(gateway, 'POST', { url: HOOK.url, more: 'ignored' });
    expect({ status, body }).toEqual({ status: 200, body: { success: true, result: HOOK } });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(gateway.calls).toEqual([
      { method: 'registerWebhook', request: { accountId: expect.any(Number), url: HOOK.url } },
    ]);
  });

  it.each([
    [{}, 'url is required.'],
    [{ url: null }, 'url is required.'],
    [{ url: '  ' }, 'url is required.'],
    [{ url: 7 }, 'url must be a string.'],
    [{ url: `https://example.com/${'a'.repeat(2_048)}` }, 'url must be at most 2048 characters.'],
  ])('POST refuses %j with the field url, and calls no service [REST-W4]', async (given, message) => {
    const gateway = await gatewayWith();
    const { status, body } = await send(gateway, 'POST', given);
    expect({ status, body }).toEqual({
      status: 400,
      body: { success: false, code: 'invalid_input', error: message, fields: [{ field: 'url', message }] },
    });
    expect(gateway.calls).toEqual([]);
  });

  it('POST returns the reason why the URL was refused [REST-W4]', async () => {
    const message = 'url must be on a public host.';
    const gateway = await gatewayWith({
      registerWebhook: () =>
        Promise.reject(new DomainError('invalid_argument', 'text', { text: message }, { field: 'url' })),
    });
    const { status, body } = await send(gateway, 'POST', { url: 'http://127.0.0.1/' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { success: false, code: 'invalid_input', error: message, fields: [{ field: 'url', message }] },
    });
  });

  it('GET answers the same members, empty without a registration [REST-W2]', async () => {
    const some = await gatewayWith({ getWebhook: async () => HOOK });
    expect(await send(some, 'GET')).toMatchObject({ status: 200, body: { success: true, result: HOOK } });
    const none = await gatewayWith({ getWebhook: async () => ({}) });
    expect((await send(none, 'GET')).body).toEqual({
      success: true,
      result: { url: null, signingSecret: null },
    });
  });

  it('DELETE answers only success [REST-W3]', async () => {
    const gateway = await gatewayWith({ deleteWebhook: async () => ({}) });
    expect(await send(gateway, 'DELETE')).toMatchObject({ status: 200, body: { success: true } });
    expect(gateway.calls.map(({ method }) => method)).toEqual(['deleteWebhook']);
  });

  it('requires an access token', async () => {
    const gateway = await gatewayWith();
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await fetch(`${gateway.url}/public/webhook`, { method });
      expect(response.status).toBe(401);
    }
    expect(gateway.calls).toEqual([]);
  });
});
