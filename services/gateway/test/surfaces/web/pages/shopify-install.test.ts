import { DomainError } from '@parcelyard/service-kit/domain-error';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { visitAsOwner } from '../../../support/owner-visit';

const CONSENT = {
  url: 'https://mugs.myshopify.com/admin/oauth/authorize?client_id=app',
  permissions: [{ name: 'read_orders', reason: 'to bring in the orders' }],
};
const CONNECTED = {
  platform: 'shopify',
  storeName: 'mugs',
  status: 'connected',
  failedWriteBacks: 0,
  fulfillment: undefined,
  connectedAt: new Date('2026-03-02'),
};

interface Asked {
  accountId: number;
  session: string;
  query: string;
}

describe('the page that connects a Shopify store', () => {
  const visit = async (refusal?: DomainError) => {
    const asked: Asked[] = [];
    const remember =
      <T>(answer: T) =>
      async (request: Asked): Promise<T> => {
        if (refusal) throw refusal;
        asked.push(request);
        return answer;
      };
    const orders = {
      beginShopifyInstall: remember(CONSENT),
      finishShopifyInstall: remember(CONNECTED),
    };
    return { ...(await visitAsOwner({ orders })), asked };
  };

  it('shows first the scopes that the app requests, with reasons', async () => {
    const { visitor, asked } = await visit();
    const { html, text } = await visitor.open('/shopify/install?shop=mugs.myshopify.com');
    expect(text).toContain('read_orders');
    expect(text).toContain('to bring in the orders');
    expect(html).toContain(`href="${CONSENT.url}"`);
    expect(asked).toEqual([
      expect.objectContaining({ accountId: ACCOUNT_ID, shop: 'mugs.myshopify.com', query: '' }),
    ]);
  });

  it("redirects at once from Shopify's own page", async () => {
    const { visitor, asked } = await visit();
    const query = 'hmac=ab12&host=YWRtaW4&shop=mugs.myshopify.com&timestamp=1772600000';
    const answer = await visitor.send(`/shopify/install?${query}`);
    expect(answer.headers.get('location')).toBe(CONSENT.url);
    expect(asked[0]?.query).toBe(query);
  });

  it('completes in the session that started it, and does not send the cookie of the session', async () => {
    const { visitor, asked } = await visit();
    await visitor.open('/shopify/install?shop=mugs.myshopify.com');
    const query = 'code=c%2B1&hmac=ab&shop=mugs.myshopify.com&state=s.t&timestamp=1';
    const answer = await visitor.send(`/shopify/callback?${query}`);
    expect(answer.headers.get('location')).toBe('/settings/shipping?changed=installed#platforms');
    const [begun, finished] = asked;
    expect(finished).toMatchObject({ accountId: ACCOUNT_ID, query, session: begun?.session });
    expect([...visitor.cookies.values()]).not.toContain(begun?.session);
  });

  it('lets a visitor sign in, and returns with all parameters of Shopify', async () => {
    const { gateway } = await visit();
    const query = 'hmac=ab12&shop=mugs.myshopify.com&timestamp=1';
    const answer = await fetch(`${gateway.url}/shopify/install?${query}`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(
      `/signin?return_to=${encodeURIComponent(`/shopify/install?${query}`)}`,
    );
  });

  it('says why a store was not connected', async () => {
    const refusal = new DomainError('failed_precondition', 'install_not_begun_here', {});
    const { visitor } = await visit(refusal);
    const page = await visitor.open('/shopify/callback?code=c&shop=s');
    expect(page.status).toBe(400);
    expect(page.text).toContain('The store was not connected');
    expect(page.text).toContain('Start it again.');
  });
});
