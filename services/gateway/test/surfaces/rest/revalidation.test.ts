import { gunzipSync } from 'node:zlib';
import { STYLESHEET } from '../../../src/surfaces/web/assets/assets';
import { aCustomer } from '../../support/contracts';
import { TOKENS } from '../../support/fake-auth';
import { startGateway, type TestGateway } from '../../support/start-gateway';

const CUSTOMERS = Array.from({ length: 25 }, (_, index) => aCustomer({ customerId: 100 + index }));
const DOCUMENTS = ['/public/openapi.json', '/public/postman.json', '/public/docs', '/public/docs/errors'];
const READS = ['/public/customers', ...DOCUMENTS];

describe('a resource under /public', () => {
  let gateway: TestGateway;
  let customers = CUSTOMERS;
  beforeAll(async () => {
    gateway = await startGateway({
      customers: { listCustomers: async () => ({ customers, total: customers.length }) },
      orders: {
        getWebhook: async () => ({
          url: `https://shop.example/${'a'.repeat(2_000)}`,
          signingSecret: 'whsec_x',
        }),
      },
    });
  });
  beforeEach(() => {
    customers = CUSTOMERS;
  });

  const read = (path: string, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      headers: { authorization: `Bearer ${TOKENS.access}`, 'accept-encoding': 'identity', ...headers },
    });

  it.each(READS)('%s is the same plain and compressed, with one ETag [REST-D6] [REST-D7]', async (path) => {
    const plain = await read(path);
    const gzipped = await read(path, { 'accept-encoding': 'br;q=1, gzip;q=0.8' });
    expect([plain.status, gzipped.status]).toEqual([200, 200]);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    const text = await plain.text();
    expect(await gzipped.text()).toBe(text);
    expect(Number(gzipped.headers.get('content-length'))).toBeLessThan(text.length / 2);
    for (const { headers } of [plain, gzipped]) expect(headers.get('vary')).toMatch(/Accept-Encoding/i);
    expect(gzipped.headers.get('etag')).toBe(plain.headers.get('etag'));
  });

  it.each(READS)('%s is not sent again to a client with its ETag [REST-D6]', async (path) => {
    const first = await read(path);
    const tag = first.headers.get('etag') ?? '';
    for (const known of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
      // fetch adds Cache-Control: no-cache to a request with If-None-Match.
      const again = await read(path, { 'if-none-match': known, 'accept-encoding': 'gzip' });
      expect([known, again.status, await again.text()]).toEqual([known, 304, '']);
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('vary')).toBe(first.headers.get('vary'));
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      expect(again.headers.get('content-type')).toBeNull();
    }
    expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('has another ETag after a change [REST-D6]', async () => {
    const known = (await read('/public/customers')).headers.get('etag') ?? '';
    customers = CUSTOMERS.slice(1);
    const changed = await read('/public/customers', { 'if-none-match': known });
    expect([changed.status, changed.headers.get('etag') === known]).toEqual([200, false]);
  });

  it('can be revalidated with HEAD too', async () => {
    const tag = (await read('/public/customers')).headers.get('etag') ?? '';
    const head = await fetch(`${gateway.url}/public/customers`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${TOKENS.access}`, 'if-none-match': tag },
    });
    expect(head.status).toBe(304);
  });

  it('may be cached when it is public, and never when it belongs to an account', async () => {
    const kept = await Promise.all(
      READS.map(async (path) => (await read(path)).headers.get('cache-control')),
    );
    expect(kept).toEqual(['no-store', ...DOCUMENTS.map(() => 'public, no-cache')]);
    const sheet = await read(STYLESHEET.path, { 'accept-encoding': 'gzip' });
    expect(sheet.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(sheet.headers.get('content-encoding')).toBe('gzip');
  });

  it('is not compressed when it contains a secret or is small [REST-D7]', async () => {
    const secret = await read('/public/webhook', { 'accept-encoding': 'gzip' });
    expect(await secret.text()).toContain('whsec_x');
    customers = CUSTOMERS.slice(0, 1);
    const small = await read('/public/customers', { 'accept-encoding': 'gzip' });
    for (const { status, headers } of [secret, small]) {
      expect([status, headers.get('content-encoding')]).toEqual([200, null]);
    }
  });

  it('requires the token before a 304', async () => {
    const tag = (await read('/public/customers')).headers.get('etag') ?? '';
    const stranger = await read('/public/customers', {
      authorization: 'Bearer nobody',
      'if-none-match': tag,
    });
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get('etag')).toBeNull();
  });

  it('is one gzip member that other readers can read', async () => {
    const { default: http } = await import('node:http');
    const bytes = await new Promise<Buffer>((done, fail) => {
      const chunks: Buffer[] = [];
      http.get(`${gateway.url}/public/openapi.json`, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(Buffer.concat(chunks)));
        answer.on('error', fail);
      });
    });
    expect(JSON.parse(gunzipSync(bytes).toString())).toHaveProperty('openapi');
  });
});
