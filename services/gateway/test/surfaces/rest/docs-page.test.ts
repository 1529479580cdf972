import { restRoutes } from '../../../src/surfaces/rest/routes';
import { startGateway } from '../../support/start-gateway';

describe('/public/docs', () => {
  it('shows every operation without a token, without scripts and from here alone [REST-D3]', async () => {
    const gateway = await startGateway();
    const response = await fetch(`${gateway.url}/public/docs`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|script-src|\*/);
    expect(html).not.toMatch(/<script|\son\w+=|style="/);
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^[/#]/);
    for (const { method, path, operationId } of restRoutes) {
      expect(html).toContain(`${method} ${path}`);
      expect(html).toContain(`id="${operationId}"`);
    }
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${target}"`);
  });

  it('is read, never written', async () => {
    const gateway = await startGateway();
    expect((await fetch(`${gateway.url}/public/docs`, { method: 'POST' })).status).toBe(405);
  });
});
