import { createVisitor } from '@parcelyard/testing/visitor';
import { fakeOwners, PASSWORD } from '../../../support/fake-owners';
import { startGateway, type TestGateway } from '../../../support/start-gateway';

const PATH = '/public/docs/try';
const TOKEN = 'OAUTH2.generation-1';

const open = async (gateway: TestGateway, place: string) => {
  const response = await fetch(`${gateway.url}${PATH}/${place}`, { headers: { accept: 'text/html' } });
  return { response, html: await response.text() };
};

async function signedIn() {
  const gateway = await startGateway({ auth: fakeOwners() });
  const visitor = createVisitor(gateway.url);
  await visitor.press(await visitor.open('/signin'), 'Sign in', { email: 'a@b.cc', password: PASSWORD });
  const { html } = await visitor.open(`${PATH}/createOrder`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const ask = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    visitor.send('/settings/api/key', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  return { html, csrf, ask };
}

describe('the page to try operations', () => {
  it('names the page of the operation as its canonical page', async () => {
    const { html } = await open(await startGateway(), 'tag/orders/createOrder');
    expect(html).toContain(
      '<link rel="canonical" href="https://ship.example/public/docs/reference/createOrder"',
    );
  });

  it('accepts the addresses of its renderer, and no others', async () => {
    const gateway = await startGateway();
    const status = async (place: string) => (await open(gateway, place)).response.status;
    for (const place of ['', 'tag/orders', 'tag/orders/createOrder', 'description/introduction'])
      expect([place, await status(place)]).toEqual([place, 200]);
    for (const place of ['nothing', 'createOrder/more', 'models/createOrder'])
      expect([place, await status(place)]).toEqual([place, 404]);
  });

  it('exists at its base address too', async () => {
    const gateway = await startGateway();
    expect((await fetch(gateway.url + PATH)).status).toBe(200);
  });

  it('runs only scripts of this server, evaluates no text and calls no other server', async () => {
    const { response, html } = await open(await startGateway(), 'createOrder');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/ src="\/assets\/[\w-]+\.js"/);
  });

  it('preloads the document together with its renderer', async () => {
    const { response } = await open(await startGateway(), 'createOrder');
    expect(response.headers.get('link')).toBe(
      '</public/openapi.json>; rel="preload"; as="fetch"; crossorigin="anonymous"',
    );
  });

  it('offers only the sign-in without a session', async () => {
    const { html } = await open(await startGateway(), 'createOrder');
    expect(html).not.toMatch(/csrf|own-key/);
    expect(html).toContain('href="/signin?return_to=%2Fpublic%2Fdocs%2Ftry%2FcreateOrder"');
  });

  it("returns the owner's key on request, and the answer is not cached", async () => {
    const { html, csrf, ask } = await signedIn();
    expect(html).not.toContain(TOKEN);
    const answer = await ask({ csrf });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ token: TOKEN });
  });

  it('returns the key to no other page and no other site', async () => {
    const { csrf, ask } = await signedIn();
    const refused = [
      await ask({}),
      await ask({ csrf: 'x'.repeat(43) }),
      await ask({ csrf }, { origin: 'https://evil.example' }),
      await ask({ csrf }, { 'sec-fetch-site': 'cross-site' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    for (const answer of refused) expect(await answer.text()).not.toContain(TOKEN);
    const gateway = await startGateway({ auth: fakeOwners() });
    const stranger = await fetch(`${gateway.url}/settings/api/key`, { method: 'POST', redirect: 'manual' });
    expect(stranger.status).toBe(303);
  });
});
