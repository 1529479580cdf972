import { CHANGELOG } from '../../../src/surfaces/rest/changelog/changelog';
import { REST_CODES } from '../../../src/surfaces/rest/rest-codes';
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
    const anchors = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    expect(restRoutes.filter(({ operationId }) => !anchors.has(operationId))).toEqual([]);
    expect(restRoutes.filter(({ method, path }) => !html.includes(`${method} ${path}`))).toEqual([]);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !anchors.has(target))).toEqual([]);
  });

  it('has no heading in its contents under which nothing stands [REST-D3]', async () => {
    const gateway = await startGateway();
    const html = await (await fetch(`${gateway.url}/public/docs`)).text();
    const groups = [...html.matchAll(/<nav aria-label="([^"]+)"><h3>.*?<\/nav>/gs)];
    expect(groups.map(([, name]) => name)).toEqual(expect.arrayContaining(['Sections', 'Orders', 'Webhook']));
    expect(groups.filter(([group]) => !group.includes('href="#')).map(([, name]) => name)).toEqual([]);
  });

  it('says what a field means that may be null [REST-D3]', async () => {
    const gateway = await startGateway();
    const html = await (await fetch(`${gateway.url}/public/docs`)).text();
    expect(html).toContain('Its last change; null while nobody knows.');
  });

  it('shows the codes, the changelog and how the API may change [REST-D8]', async () => {
    const gateway = await startGateway();
    const html = await (await fetch(`${gateway.url}/public/docs`)).text();
    for (const code of Object.keys(REST_CODES)) expect(html).toContain(`<code>${code}</code>`);
    expect(html.match(/<time datetime=/g)).toHaveLength(CHANGELOG.length);
    expect(html).toContain('id="versioning"');
  });

  it('is read, never written', async () => {
    const gateway = await startGateway();
    expect((await fetch(`${gateway.url}/public/docs`, { method: 'POST' })).status).toBe(405);
  });
});
