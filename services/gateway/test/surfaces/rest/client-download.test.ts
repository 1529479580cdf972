import { CLIENT_PATH } from '../../../src/surfaces/rest/client-download';
import { TOKENS } from '../../support/fake-auth';
import { startGateway, type TestGateway } from '../../support/start-gateway';

describe('the TypeScript client', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });

  it('can be downloaded by everybody, with its version and an ETag, and only with GET and HEAD [REST-D6] [REST-T5]', async () => {
    const address = gateway.url + CLIENT_PATH;
    const first = await fetch(address);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const tag = first.headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await fetch(address, { method: 'HEAD' })).headers.get('etag')).toBe(tag);
    expect((await fetch(`${gateway.url}/public/client.tgz`)).headers.get('etag')).toBe(tag);
    const headers = { authorization: `Bearer ${TOKENS.access}` };
    expect((await fetch(address, { method: 'POST', headers })).status).toBe(405);
  });
});
