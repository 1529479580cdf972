import { CHANGELOG } from '../../../src/surfaces/rest/changelog/changelog';
import { REST_CODES } from '../../../src/surfaces/rest/rest-codes';
import { restRoutes } from '../../../src/surfaces/rest/routes';
import { guidePages } from '../../../src/surfaces/web/pages/api-docs/guide-pages';
import { startGateway } from '../../support/start-gateway';

const PAGES = [...guidePages({ baseUrl: '' }).keys()];

const isOperation = (path: string) => path.startsWith('/public/docs/reference/');

async function open(path: string) {
  const gateway = await startGateway();
  const response = await fetch(`${gateway.url}${path}`, { headers: { accept: 'text/html' } });
  return { response, html: await response.text() };
}

describe('the guide of the API', () => {
  it.each(PAGES)(
    '%s is read without a token and without scripts, and loads nothing from other servers [REST-D3]',
    async (path) => {
      const { response, html } = await open(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|script-src|\*/);
      expect(html).not.toMatch(/<script|\son\w+=|style="/);
      for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]*)"/g))
        expect(address).toMatch(/^([/#]|https:\/\/ship\.example\/public\/docs)/);
    },
  );

  it.each(PAGES)('%s has no broken link [REST-D3]', async (path) => {
    const { html } = await open(path);
    const anchors = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !anchors.has(target))).toEqual([]);
    const operations = restRoutes.map(({ operationId }) => operationId);
    const pages = [...html.matchAll(/href="(\/public\/docs[^"#]*)/g)].map(([, page = '']) => page);
    const isThere = (page: string) =>
      PAGES.includes(page) || ['', ...operations].includes(page.replace('/public/docs/try/', ''));
    expect(pages.filter((page) => !isThere(page))).toEqual([]);
  });

  it('has a title and a description on each page, and marks the page in the side list', async () => {
    const titles = await Promise.all(
      PAGES.map(async (path) => {
        const { html } = await open(path);
        expect(html).toContain(`<a href="${path}" aria-current="page">`);
        expect(html).toMatch(
          isOperation(path)
            ? /<meta name="description" content="(GET|POST|PUT|DELETE) \/public/
            : /<meta name="description" content="[^"]{40,180}"/,
        );
        expect(html).toContain(`<link rel="canonical" href="https://ship.example${path}"`);
        return /<title>([^<]+)</.exec(html)?.[1];
      }),
    );
    expect(new Set(titles).size).toBe(PAGES.length);
  });

  it('lists every operation with a link, and no empty group [REST-D3]', async () => {
    const { html } = await open('/public/docs/reference');
    const missing = restRoutes.filter(
      ({ operationId, method, path }) =>
        !html.includes(`href="/public/docs/reference/${operationId}"`) ||
        !html.includes(`>${method}</span> <code>${path}</code>`),
    );
    expect(missing).toEqual([]);
    for (const [, list] of html.matchAll(/<ul class="operations">(.*?)<\/ul>/gs))
      expect(list).toContain('<li');
  });

  it('shows the fields of an operation with their rules, and every failure with a link to its code', async () => {
    const { html } = await open('/public/docs/reference/createOrders');
    expect(html).toContain(
      '<dt><code>[].items[].price</code></dt><dd><span class="muted">number, from 0, up to 10,000,000</span>',
    );
    expect(html).toContain('<dt><code>[].items</code><span class="required">required</span></dt>');
    const withMany = await open('/public/docs/reference/purchaseLabel');
    for (const code of ['insufficient_balance', 'outcome_unknown', 'missing_bearer_token'])
      expect(withMany.html).toContain(`<a href="/public/docs/errors#${code}"><code>${code}</code></a>`);
  });

  it('has an address for each failure code [REST-D3]', async () => {
    const { html } = await open('/public/docs/errors');
    for (const code of Object.keys(REST_CODES)) expect(html).toContain(`<div id="${code}">`);
  });

  it('shows the changelog and how the API may change [REST-D8]', async () => {
    const { html } = await open('/public/docs/changelog');
    expect(html.match(/<time datetime=/g)).toHaveLength(CHANGELOG.length);
    expect(html).toContain('id="versioning"');
  });

  it('accepts only GET and HEAD', async () => {
    const gateway = await startGateway();
    expect((await fetch(`${gateway.url}/public/docs`, { method: 'POST' })).status).toBe(405);
  });
});
