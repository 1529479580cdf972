import { createVisitor } from '@parcelyard/testing/visitor';
import { startGateway } from '../../support/start-gateway';

describe('robots.txt', () => {
  it('excludes the addresses of single persons, and allows all others', async () => {
    const { url } = await startGateway({ baseUrl: 'http://127.0.0.1' });
    const response = await fetch(`${url}/robots.txt`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await response.text()).trim().split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines).toContain('Disallow: /approve/');
    // A robot must read a tracking page to find its `noindex`.
    expect(lines).not.toContain('Disallow: /track/');
  });

  it.each(['/', '/signin', '/signup'])('%s has a description of one sentence', async (path) => {
    const { url } = await startGateway({ baseUrl: 'http://127.0.0.1' });
    const { html } = await createVisitor(url).open(path);
    expect(html).toMatch(/<meta name="description" content="[^"]{40,160}"\/?>/);
  });
});
