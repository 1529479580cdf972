import { DomainError } from '@parcelyard/service-kit/domain-error';
import { startGateway } from '../../support/start-gateway';

const taken = async () => ({});
const working = () =>
  startGateway({
    orders: { receiveHook: taken },
    shipping: { receiveHook: taken },
    billing: { receiveHook: taken },
    customers: { receiveHook: taken },
  });
const failing = (error: Error) => startGateway({ billing: { receiveHook: () => Promise.reject(error) } });
const post = (address: string, body: string | Uint8Array<ArrayBuffer> = '{}', headers = {}) =>
  fetch(address, { method: 'POST', headers, body });

describe('an address for the events of an outside service', () => {
  it('passes them on byte for byte, with only the headers that the source signs', async () => {
    const gateway = await working();
    const body = new Uint8Array([0x7b, 0x20, 0x0a, 0xff, 0x00, 0x7d]);
    const headers = { 'stripe-signature': 't=1,v1=ab', authorization: 'Bearer x', cookie: 'a=b' };
    const response = await post(`${gateway.url}/webhooks/stripe`, body, headers);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ received: true });
    const [call] = gateway.calls;
    expect(call).toMatchObject({
      method: 'receiveHook',
      request: { source: 'stripe', key: '', headers: { 'stripe-signature': 't=1,v1=ab' } },
    });
    const sent = (call as { request: { body: Uint8Array } }).request.body;
    expect([...sent]).toEqual([...body]);
  });

  it.each([
    ['/webhooks/easypost', 'easypost', ''],
    ['/webhooks/shopify', 'shopify', ''],
    ['/webhooks/woocommerce/abc_-9', 'woocommerce', 'abc_-9'],
    ['/webhooks/woocommerce-keys/once', 'woocommerce_keys', 'once'],
    ['/webhooks/mail', 'mail', ''],
  ])('%s belongs to %s', async (path, source, key) => {
    const gateway = await working();
    expect((await post(`${gateway.url}${path}`)).status).toBe(200);
    expect(gateway.calls).toMatchObject([{ method: 'receiveHook', request: { source, key } }]);
  });

  it.each([
    ['unauthenticated', 401],
    ['invalid_argument', 400],
    ['not_found', 404],
    ['resource_exhausted', 429],
    ['unavailable', 503],
    ['conflict', 503],
  ] as const)('answers %s with %i, and never with the reason', async (code, status) => {
    const { url } = await failing(new DomainError(code, 'text', { text: 'No such secret whsec_1.' }));
    const response = await post(`${url}/webhooks/stripe`);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(status === 503 || status === 429 ? '30' : null);
    expect(await response.text()).not.toContain('whsec');
  });

  it('answers an unexpected error with 500, so that the event is sent again', async () => {
    const { url } = await failing(new DomainError('internal', 'internal', {}));
    expect((await post(`${url}/webhooks/stripe`)).status).toBe(500);
  });

  it('accepts only POST, two megabytes at most, and keys of plain characters', async () => {
    const gateway = await working();
    const read = await fetch(`${gateway.url}/webhooks/stripe`);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await post(`${gateway.url}/webhooks/stripe`, 'x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await post(`${gateway.url}/webhooks/woocommerce/a%2Fb`)).status).toBe(404);
    expect((await post(`${gateway.url}/webhooks/nobody`)).status).toBe(404);
    expect(gateway.calls).toEqual([]);
  });
});
