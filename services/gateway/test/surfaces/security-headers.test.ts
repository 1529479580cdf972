import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createVisitor } from '@parcelyard/testing/visitor';
import type { GatewayClients } from '../../src/clients/gateway-clients';
import { restRoutes } from '../../src/surfaces/rest/routes';
import { FAVICON, STYLESHEET } from '../../src/surfaces/web/assets/assets';
import { webRoutes } from '../../src/surfaces/web/routes';
import { TOKENS } from '../support/fake-auth';
import { fakeOwners, PASSWORD } from '../support/fake-owners';
import { startGateway } from '../support/start-gateway';

interface Address {
  readonly method: string;
  readonly path: string;
}

/** The addresses come from the table of routes, so that this test includes new routes without a change. */
const WEB: readonly Address[] = webRoutes({
  clients: {} as GatewayClients,
  baseUrl: '',
  serviceName: '',
  clock: { now: () => new Date() },
});

const OTHERS: readonly Address[] = [
  ...['GET', 'POST', 'OPTIONS', 'DELETE'].map((method) => ({ method, path: '/mcp' })),
  ...['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'].map(read),
  ...['/.well-known/oauth-authorization-server', '/oauth/authorize', '/oauth/nothing'].map(read),
  { method: 'POST', path: '/oauth/authorize' },
  { method: 'POST', path: '/oauth/token' },
  { method: 'GET', path: '/oauth/token' },
  ...[
    '/public',
    '/public/openapi.json',
    '/public/openapi-3.0.json',
    '/public/client.tgz',
    '/public/docs',
    '/public/docs/reference/createOrder',
    '/public/docs/try/createOrder',
    '/public/postman.json',
    '/robots.txt',
    '/public/nothing',
    '/nothing',
  ].map(read),
  ...['/labels/some-token', '/labels/', '/unsubscribe/some-token', '/unsubscribe/'].map(read),
  { method: 'POST', path: '/unsubscribe/some-token' },
  { method: 'DELETE', path: '/labels/some-token' },
  { method: 'PUT', path: '/signin' },
  ...['/favicon.ico', '/assets/nothing.css', '/%', '/..%2f..%2fetc'].map(read),
];

function read(path: string): Address {
  return { method: 'GET', path };
}

const filled = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, '1');

const every = [...WEB, ...restRoutes, ...OTHERS].map(({ method, path }) => ({ method, path: filled(path) }));

/** Returns missing or wrong headers of an answer; empty when all are right. */
function missing(headers: Headers, cacheable = false): string[] {
  const policy = headers.get('content-security-policy') ?? '';
  const rules: readonly (readonly [string, boolean])[] = [
    ['nosniff', headers.get('x-content-type-options') === 'nosniff'],
    ['no referrer', headers.get('referrer-policy') === 'no-referrer'],
    ['own opener', headers.get('cross-origin-opener-policy') === 'same-origin'],
    ['HSTS', /^max-age=\d{8,}/.test(headers.get('strict-transport-security') ?? '')],
    ['nothing by default', policy.startsWith("default-src 'none';")],
    ['no frames', policy.includes("frame-ancestors 'none'")],
    ['no base', policy.includes("base-uri 'none'")],
    ['nothing unsafe', !policy.includes('unsafe-')],
    ['not stored', cacheable || headers.get('cache-control') === 'no-store'],
  ];
  return rules.filter(([, kept]) => !kept).map(([rule]) => rule);
}

const away = new DomainError('unavailable', 'text', { text: 'Away.' });

describe('every answer of every surface has its security headers', () => {
  it.each([
    ['to a stranger with a browser', { accept: 'text/html' }, false],
    ['to a program without a token', { accept: 'application/json' }, false],
    ['to a program with a token', { authorization: `Bearer ${TOKENS.access}` }, false],
    ['to a member', { accept: 'text/html' }, true],
  ] as const)('%s', async (_, headers, signedIn) => {
    // The services that this test does not define fail. So some of the answers are refusals and failures.
    const gateway = await startGateway({ auth: fakeOwners(), baseUrl: 'https://ship.example' });
    const visitor = createVisitor(gateway.url);
    if (signedIn)
      await visitor.press(await visitor.open('/signin'), 'Sign in', { email: 'a@b.cc', password: PASSWORD });
    const statuses = new Set<number>();
    const wrong: string[] = [];
    for (const { method, path } of every) {
      const response = await visitor.send(path, { method, headers });
      await response.arrayBuffer();
      statuses.add(response.status);
      // Caches may store answers without account data.
      const open =
        path.startsWith('/.well-known/') ||
        path === '/public/docs' ||
        path === '/public/docs/reference/createOrder' ||
        path === '/public/postman.json' ||
        path === '/robots.txt' ||
        path === '/public/openapi.json' ||
        path === '/public/openapi-3.0.json' ||
        path === '/public/client.tgz' ||
        path === '/public/changelog';
      // On this page, the API reference's renderer adds styles, so the page's policy must allow inline styles. Another
      // test checks this page's policy.
      if (/^\/public\/docs\/try(\/|$)/.test(path) && response.ok) continue;
      const problems = missing(response.headers, open && response.ok);
      if (problems.length > 0) wrong.push(`${method} ${path} (${response.status}): ${problems.join(', ')}`);
    }
    expect(wrong).toEqual([]);
    expect(statuses.size).toBeGreaterThan(3);
  });

  it('while the services are unavailable, and for existing files and pages', async () => {
    const gateway = await startGateway({
      auth: { ...fakeOwners(), getSession: () => Promise.reject(away) },
      shipping: {
        getLabelFile: async () => ({
          content: Buffer.from('%PDF'),
          contentType: 'application/pdf',
          fileName: 'l.pdf',
          size: 4,
          etag: 'e',
        }),
      },
      baseUrl: 'https://ship.example',
    });
    const cookie = `__Host-parcelyard_session=${'s'.repeat(43)}`;
    const member = await fetch(`${gateway.url}/settings/api`, { headers: { cookie }, redirect: 'manual' });
    expect([member.status, missing(member.headers)]).toEqual([503, []]);
    const label = await fetch(`${gateway.url}/labels/some-token`);
    expect([label.status, missing(label.headers)]).toEqual([200, []]);
    for (const { path } of [STYLESHEET, FAVICON]) {
      const asset = await fetch(gateway.url + path);
      expect([asset.status, missing(asset.headers, true)]).toEqual([200, []]);
    }
  });
});
