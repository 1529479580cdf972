import { eventually } from '@parcelyard/testing/eventually';
import { createVisitor, type Visitor } from '@parcelyard/testing/visitor';
import { aShopifyOrder } from '../services/orders/test/platforms/a-shopify-order';
import { APP, shopifyEvent } from '../services/orders/test/platforms/shopify-app-double';
import { startShopifyDouble } from '../services/orders/test/platforms/start-shopify-double';
import { createMcpClient } from './support/mcp-client';
import { POLITE_PAUSE_MS } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

const SHIPPING = '/settings/shipping';

describe('a Shopify store that a merchant connects in the browser', () => {
  let stack: Stack;
  let shop: Awaited<ReturnType<typeof startShopifyDouble>>;
  beforeAll(async () => {
    shop = await startShopifyDouble();
    stack = await startStack({
      SPLIT: '1',
      EGRESS_ALLOW: shop.host,
      SHOPIFY_CLIENT_ID: APP.clientId,
      SHOPIFY_CLIENT_SECRET: APP.secret,
    });
  });
  afterAll(async () => {
    await stack.remove();
    await shop.stop();
  });

  /** Ends the orders service as a power cut would, and waits for the next process. */
  const killOrders = async () => {
    const before = stack.file().services.orders?.pid as number;
    process.kill(before, 'SIGKILL');
    await eventually(() => expect(stack.file().services.orders?.pid).not.toBe(before));
  };
  const signIn = async (): Promise<Visitor> => {
    const { baseUrl, demo } = stack.file();
    const visitor = createVisitor(baseUrl);
    const { email, password } = demo;
    await visitor.press(await visitor.open('/signin'), 'Sign in', { email, password });
    return visitor;
  };
  const mcp = () => createMcpClient(stack.file().mcpUrl, stack.file().demo.accessToken);
  const post = (topic: string, content: object = {}, secret?: string) => {
    const { body, headers } = shopifyEvent(topic, shop.host, content, secret);
    const type = { 'content-type': 'application/json' };
    return fetch(`${stack.file().baseUrl}/webhooks/shopify`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { ...type, ...headers },
    });
  };
  const delivered = (topic: string, content?: object) =>
    eventually(async () => expect((await post(topic, content)).status).toBe(200));
  /** Waits until the page shows the text, because a read may fail while the orders service restarts. */
  const eventuallyShown = (visitor: Visitor, text: string) =>
    eventually(
      async () => expect((await visitor.open(SHIPPING)).text).toContain(text),
      60_000,
      POLITE_PAUSE_MS,
    );

  it('installs the app, imports an order after an event and disconnects, with orders killed between any two steps', async () => {
    const visitor = await signIn();
    expect((await visitor.open(SHIPPING)).html).toContain('action="/shopify/install"');
    const consent = await visitor.open(`/shopify/install?shop=${shop.host}`);
    expect(consent.text).toContain('write_merchant_managed_fulfillment_orders');
    const href =
      /href="([^"]*oauth\/authorize[^"]*)"/.exec(consent.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const query = shop.app.allow(shop.host, href);

    await killOrders();
    await eventually(async () => {
      const back = await visitor.open(`/shopify/callback?${query}`);
      expect(back.text).toContain('The store is connected.');
    });

    await killOrders();
    shop.put(aShopifyOrder({ updatedAt: `${new Date().toISOString().slice(0, 19)}Z`, name: '#4711' }));
    await delivered('orders/create', { id: 1 });
    await killOrders();
    await eventually(
      async () => {
        // The order is found by the shop's own number.
        const { orders } = await mcp().expectData('list_orders', { query: '4711' });
        expect(orders).toHaveLength(1);
      },
      60_000,
      POLITE_PAUSE_MS,
    );
    expect((await post('orders/create', {}, 'another secret')).status).toBe(401);

    shop.app.uninstall();
    await killOrders();
    await delivered('app/uninstalled');
    await eventuallyShown(visitor, 'Install in Shopify');
    const { platforms } = await mcp().expectData('list_connected_platforms');
    expect(platforms).toMatchObject([{ platform: 'sandbox' }]);
    for (const secret of [APP.secret, 'shpat_app_1', 'shprt_app_1'])
      expect(stack.output()).not.toContain(secret);
  }, 240_000);
});
