import { TOKENS } from '../../support/fake-auth';
import { startGateway } from '../../support/start-gateway';

it('the client is handed out to everybody, under a tag, and by reading alone [REST-D6][REST-T5]', async () => {
  const gateway = await startGateway();
  const address = `${gateway.url}/public/client.tgz`;
  const first = await fetch(address);
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(first.headers.get('cache-control')).toBe('public, no-cache');
  const tag = first.headers.get('etag') ?? '';
  expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(304);
  expect((await fetch(address, { method: 'HEAD' })).headers.get('etag')).toBe(tag);
  const headers = { authorization: `Bearer ${TOKENS.access}` };
  expect((await fetch(address, { method: 'POST', headers })).status).toBe(405);
});
