import { DomainError } from '@parcelyard/service-kit/domain-error';
import { startGateway } from '../support/start-gateway';

const here = { senderName: 'Mugs <& Co>', addressHint: 'a…@engine.org', subscribed: true };
const working = () =>
  startGateway({
    customers: {
      getSubscription: async () => here,
      unsubscribe: async () => ({ ...here, subscribed: false }),
    },
  });
const failing = (error: Error) =>
  startGateway({
    customers: { getSubscription: () => Promise.reject(error), unsubscribe: () => Promise.reject(error) },
  });

describe('an unsubscribe link [MCP-C7]', () => {
  it('only asks with a button when it is opened, because mail scanners open links too', async () => {
    const gateway = await working();
    const response = await fetch(`${gateway.url}/unsubscribe/test.abc_-9`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    expect(page).toContain('<form method="post">');
    expect(page).toContain(
      'Press Unsubscribe to stop marketing e-mail from Mugs &lt;&amp; Co> to a…@engine.org.',
    );
    expect(gateway.calls).toEqual([{ method: 'getSubscription', request: { token: 'test.abc_-9' } }]);
  });

  it.each(['List-Unsubscribe=One-Click', ''])(
    'posted with %j unsubscribes at once, without credentials',
    async (body) => {
      const gateway = await working();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await fetch(`${gateway.url}/unsubscribe/test.abc`, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('You are unsubscribed');
      expect(gateway.calls).toEqual([{ method: 'unsubscribe', request: { token: 'test.abc' } }]);
    },
  );

  it.each(['', 'a/b', 'a%2Fb', 'x'.repeat(1025)])(
    '"%s" is no valid link and calls no service',
    async (token) => {
      const gateway = await working();
      expect((await fetch(`${gateway.url}/unsubscribe/${token}`)).status).toBe(404);
      expect(gateway.calls).toEqual([]);
    },
  );

  it('that was altered gets 404 with a message', async () => {
    const { url } = await failing(new DomainError('not_found', 'text', { text: 'No.' }));
    const response = await fetch(`${url}/unsubscribe/t`, { method: 'POST' });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This link is not valid');
  });

  it('gets 503 with Retry-After while the service is unavailable', async () => {
    const { url } = await failing(new DomainError('unavailable', 'text', { text: 'Away.' }));
    const response = await fetch(`${url}/unsubscribe/t`, { method: 'POST' });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it('accepts no other method', async () => {
    const response = await fetch(`${(await working()).url}/unsubscribe/t`, { method: 'PUT' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  });
});
