import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import type { Page } from 'playwright-core';
import {
  API_KEY as STRIPE_KEY,
  type StripeDouble,
  startStripeDouble,
} from '../services/billing/test/stripe/start-stripe-double';
import { aShopifyOrder, type ShopifyOrderFixture } from '../services/orders/test/platforms/a-shopify-order';
import { APP, shopifyEvent } from '../services/orders/test/platforms/shopify-app-double';
import { startShopifyDouble } from '../services/orders/test/platforms/start-shopify-double';
import {
  aSignedEvent,
  API_KEY as EASYPOST_KEY,
  type EasypostDouble,
  startEasypostDouble,
} from '../services/shipping/test/sellers/easypost/start-easypost-double';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { shipctl } from './support/shipctl';
import { POLITE_PAUSE_MS, rateOrder } from './support/shop';
import { type RunningBrowser, startBrowser } from './support/start-browser';
import { type Stack, startStack } from './support/start-stack';

const EASYPOST_SECRET = 'easypost-secret-of-this-test';
const OWNER = { name: 'Ada Lovelace', email: 'ada@mugs-shop.org', password: 'correct horse battery' };

describe('all steps of a shop, with a power failure between any two steps', () => {
  let shopify: Awaited<ReturnType<typeof startShopifyDouble>>;
  let stripe: StripeDouble;
  let easypost: EasypostDouble;
  let stack: Stack;
  let chromium: RunningBrowser;
  let page: Page;
  let mcp: McpClient;

  beforeAll(async () => {
    [shopify, stripe, easypost] = await Promise.all([
      startShopifyDouble(),
      startStripeDouble(),
      startEasypostDouble(),
    ]);
    stack = await startStack({
      EGRESS_ALLOW: shopify.host,
      SHOPIFY_CLIENT_ID: APP.clientId,
      SHOPIFY_CLIENT_SECRET: APP.secret,
      PAYMENTS: 'stripe',
      STRIPE_API_KEY: STRIPE_KEY,
      STRIPE_API_URL: stripe.url,
      STRIPE_PAGE_ORIGINS: stripe.url,
      CARRIERS: 'easypost',
      EASYPOST_API_KEY: EASYPOST_KEY,
      EASYPOST_API_URL: easypost.url,
      EASYPOST_WEBHOOK_SECRETS: EASYPOST_SECRET,
    });
    chromium = await startBrowser();
    page = await (await chromium.browser.newContext()).newPage();
  });
  afterAll(async () => {
    await chromium?.close();
    await stack?.remove();
    await Promise.all([shopify.stop(), stripe.stop(), easypost.stop()]);
  });

  const open = (path: string) => page.goto(`${stack.file().baseUrl}${path}`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const account = () => stripe.intents[0]?.metadata.account_id ?? '';
  const mailWith = (text: string) =>
    eventually(async () => {
      const { mailDir } = stack.file();
      const mails = await Promise.all(
        (await readdir(mailDir)).map((name) => readFile(join(mailDir, name), 'utf8')),
      );
      // Joins long lines, because the mail format divides them with `=` at the end of a line.
      const found = mails.map((mail) => mail.replace(/=\r?\n/g, '')).find((mail) => mail.includes(text));
      expect(found).toBeDefined();
      return found as string;
    }, 90_000);
  const post = async (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ) =>
    eventually(async () => {
      const answer = await fetch(`${stack.file().baseUrl}${path}`, { method: 'POST', body, headers });
      expect(answer.status).toBe(200);
    });
  const tell = (topic: string, order: ShopifyOrderFixture) => {
    const { body, headers } = shopifyEvent(topic, shopify.host, { admin_graphql_api_id: order.id });
    return post('/webhooks/shopify', new Uint8Array(body), headers);
  };
  const carrierTells = (description: string, result: Record<string, unknown>) => {
    const { body, headers } = aSignedEvent(description, result, EASYPOST_SECRET);
    return post('/webhooks/easypost', body, headers);
  };
  const patiently = <T>(look: () => Promise<T>) => eventually(look, 90_000, POLITE_PAUSE_MS);
  const orderNamed = (query: string) =>
    patiently(async () => {
      const { orders } = await mcp.expectData('list_orders', { query });
      expect(orders).toHaveLength(1);
      return (orders as { order_id: number }[])[0]?.order_id as number;
    });
  const stateOf = (orderId: number) => mcp.expectData('get_order', { order_id: orderId });
  const soldUnder = (tracking: string) => {
    const sold = [...easypost.shipments.values()].find(({ tracking_code }) => tracking_code === tracking);
    if (!sold) throw new Error('EasyPost sold no such label.');
    return sold;
  };
  /** Adds an order to the store as if a customer placed it now. The import finds new orders by these two times. */
  const arrive = (order: ShopifyOrderFixture) => {
    const now = new Date().toISOString();
    shopify.put(Object.assign(order, { createdAt: now, updatedAt: now }));
  };

  const [first, second] = [aShopifyOrder({ name: '#1001' }), aShopifyOrder({ name: '#1002' })];
  let firstId: number;
  let tracking: string;
  let secondId: number;
  let secondTracking: string;

  it('end as without a failure: nothing is lost and nothing is done twice', async () => {
    for (const [name, take] of steps()) {
      await take().catch((error: unknown) => {
        throw new Error(`Step "${name}" failed: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      });
      await stack.kill();
      await stack.restart();
    }
  }, 480_000);

  function steps(): [name: string, take: () => Promise<void>][] {
    const all: [string, () => Promise<void>][] = [];
    const step = (name: string, take: () => Promise<void>) => all.push([name, take]);
    step('an owner signs up', async () => {
      await open('/signup');
      await page.getByLabel('Your name').fill(OWNER.name);
      await page.getByLabel('E-mail address').fill(OWNER.email);
      await page.getByLabel('Password').fill(OWNER.password);
      await press('Create account');
      await page.waitForURL((url) => url.pathname === '/welcome');
    });

    step('verifies the address', async () => {
      const mail = await mailWith('/verify/');
      await open(/\/verify\/[\w.~-]+/.exec(mail)?.[0] ?? '');
      await press('Confirm address');
      await page.getByText('is confirmed').first().waitFor();
    });

    step('adds a card on Stripe’s page', async () => {
      await open('/settings/billing');
      await press('Add a card');
      await press('Save visa 4242');
      await page.getByText('The card was saved.').waitFor();
      await page.getByText('Visa ending in 4242').waitFor();
      await page.getByLabel('Amount in US dollars').fill('25.00');
      await press('Save amount');
      await page.getByText('The auto-recharge amount was saved.').waitFor();
    });

    step('connects the Shopify store', async () => {
      await open('/settings/shipping');
      await page.getByRole('textbox', { name: 'Shop', exact: true }).fill(shopify.host);
      await press('Install in Shopify');
      await page.getByRole('link', { name: 'Continue to Shopify' }).click();
      await page.getByText('The store is connected.').waitFor();
    });

    step('gives the assistant its key', async () => {
      await open('/settings/api');
      await press('Show API key');
      const token = /OAUTH2\.[\w-]{43}/.exec(await page.content())?.[0] ?? '';
      mcp = createMcpClient(stack.file().mcpUrl, token);
      expect(await mcp.expectData('get_balance')).toMatchObject({ balance: 0 });
    });

    step('gets an order by the store’s event', async () => {
      arrive(first);
      await tell('orders/create', first);
      firstId = await orderNamed('1001');
      expect(await stateOf(firstId)).toMatchObject({ external_order_number: '#1001' });
    });

    step('has the assistant buy its label, which the card pays', async () => {
      const { purchase } = await rateOrder(mcp, firstId);
      const bought = await mcp.expectData('buy_label', { ...purchase, confirm: true });
      tracking = bought.tracking_number as string;
      expect(stripe.intents).toMatchObject([{ amount: 2500, status: 'succeeded', customer: 'cus_1' }]);
    });

    step('finds the order fulfilled in the store, with the tracking number', async () => {
      await patiently(async () =>
        expect((await stateOf(firstId)).store_fulfillment).toMatchObject({ state: 'fulfilled' }),
      );
      expect(first.displayFulfillmentStatus).toBe('FULFILLED');
      expect(shopify.shipping.fulfillments).toMatchObject([
        { status: 'SUCCESS', trackingInfo: [{ company: 'USPS', number: tracking }] },
      ]);
    });

    step('has the label marked printed, and the customer has the mail', async () => {
      await mcp.expectData('mark_labels_printed', { order_ids: [firstId], confirm: true });
      const mail = await mailWith(`/track/${tracking}`);
      expect(mail).toContain('To: Ada Lovelace <ada@shopper.example>');
      expect(mail).toContain(`Reply-To: ${OWNER.email}`);
    });

    step('hears from the carrier that it was delivered', async () => {
      const detail = { object: 'TrackingDetail', message: 'Delivered', status: 'delivered', source: 'USPS' };
      const tracker = { object: 'Tracker', id: 'trk_1', tracking_code: tracking, status: 'delivered' };
      const tracking_details = [{ ...detail, datetime: new Date().toISOString() }];
      Object.assign(soldUnder(tracking), { tracker: { ...tracker, tracking_details } });
      await carrierTells('tracker.updated', tracker);
      await patiently(async () => expect((await stateOf(firstId)).status).toBe('Delivered'));
    });

    step('sees it in the report', async () => {
      await shipctl(stack.dataDir, 'account', 'set', account(), '--plan', 'pro');
      // The report covers 24 months, because the simulated EasyPost dates its sales in March 2026. The test waits for
      // the figures: if a service stopped while it counted a label, the label is counted later.
      await patiently(async () =>
        expect((await mcp.expectData('get_shipping_report', { months: 24 })).totals).toMatchObject({
          labels: 1,
          refunds: 0,
        }),
      );
    });

    step('gets another order, and its label', async () => {
      arrive(second);
      await tell('orders/create', second);
      secondId = await orderNamed('1002');
      const { purchase } = await rateOrder(mcp, secondId);
      const bought = await mcp.expectData('buy_label', { ...purchase, confirm: true });
      secondTracking = bought.tracking_number as string;
      await patiently(async () => expect(second.displayFulfillmentStatus).toBe('FULFILLED'));
    });

    step('voids that, and the store has its fulfillment taken back once the carrier says so', async () => {
      await mcp.expectData('cancel_shipping_label', { order_id: secondId, confirm: true });
      Object.assign(soldUnder(secondTracking), { refund_status: 'refunded' });
      await carrierTells('refund.successful', { object: 'Refund', tracking_code: secondTracking });
      await patiently(async () =>
        expect((await stateOf(secondId)).store_fulfillment).toMatchObject({ state: 'withdrawn' }),
      );
      expect(second.displayFulfillmentStatus).toBe('UNFULFILLED');
      expect(await stateOf(secondId)).toMatchObject({ status: 'Ready to ship' });
    });

    step('and nothing was lost or done twice: books, card, store, carrier and mail agree', async () => {
      await patiently(async () =>
        expect(await shipctl(stack.dataDir, 'ledger', 'verify', '--account', account())).toMatchObject({
          ok: true,
          recharges: stripe.intents.length,
        }),
      );
      const { fulfillments } = shopify.shipping;
      expect(fulfillments.map(({ status }) => status)).toEqual(['SUCCESS', 'CANCELLED']);
      expect(stripe.intents.every(({ amount }) => amount === 2500)).toBe(true);
      expect([...easypost.shipments.values()].filter(({ postage_label }) => postage_label)).toHaveLength(2);
      const { mailDir } = stack.file();
      const mails = await Promise.all(
        (await readdir(mailDir)).map((name) => readFile(join(mailDir, name), 'utf8')),
      );
      expect(mails.filter((mail) => mail.includes('ada@shopper.example'))).toHaveLength(1);
      for (const secret of [STRIPE_KEY, EASYPOST_KEY, EASYPOST_SECRET, APP.secret]) {
        expect(stack.output()).not.toContain(secret);
      }
    });
    return all;
  }
});
