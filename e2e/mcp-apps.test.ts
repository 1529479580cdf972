import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createVisitor, type Visitor } from '@parcelyard/testing/visitor';
import Ajv2020 from 'ajv/dist/2020';
import type { Page } from 'playwright-core';
import { keepScreenshot } from './support/keep-screenshot';
import { createOAuthApp } from './support/oauth-app';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, rateOrder, type Shop } from './support/shop';
import { PASSWORD } from './support/sign-up';
import { type RunningBrowser, startBrowser } from './support/start-browser';
import { type Stack, startStack } from './support/start-stack';
import { type ShownView, startViewHost, type ViewHost, type ViewMessage } from './support/view-host';
import { overflow, seriousFindings, unreachable } from './support/watch-page';

const HOSTED = 'the-hosted-assistant';
const CALLBACK = 'https://assistant.example/callback';
const PARCEL = { weight_oz: 12, length: 8, width: 6, height: 4 };
const MEDIA_TYPE = 'text/html;profile=mcp-app';

describe('views in the chat, with the official bridge as their host', () => {
  let stack: Stack;
  let running: RunningBrowser;
  const hosts: ViewHost[] = [];
  beforeAll(async () => {
    [stack, running] = await Promise.all([
      startStack({ OAUTH_HOSTED_CLIENT_ID: HOSTED, OAUTH_HOSTED_REDIRECT_URIS: CALLBACK }),
      startBrowser(),
    ]);
  });
  afterAll(async () => {
    await Promise.all(hosts.map((host) => host.stop()));
    await Promise.all([running.close(), stack.remove()]);
  });

  async function hostFor(accessToken: string): Promise<ViewHost> {
    const host = await startViewHost(running.browser, stack.file().mcpUrl, accessToken);
    hosts.push(host);
    return host;
  }

  async function openHostedShop(...options: string[]): Promise<{ shop: Shop; host: ViewHost }> {
    const shop = await openShop(stack, ...options);
    return { shop, host: await hostFor(shop.account.accessToken) };
  }

  async function signedIn(email: string): Promise<Visitor> {
    const visitor = createVisitor(stack.file().baseUrl);
    await visitor.press(await visitor.open('/signin'), 'Sign in', { email, password: PASSWORD });
    return visitor;
  }

  it('are each one document below 150 KB, 40 KB compressed, that the official client reads', async () => {
    const client = new Client(
      { name: 'e2e', version: '1' },
      {
        capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [MEDIA_TYPE] } } },
        versionNegotiation: { mode: { pin: '2026-07-28' } },
      },
    );
    const { mcpUrl, demo } = stack.file();
    const headers = { authorization: `Bearer ${demo.accessToken}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } }));
    const { resources } = await client.listResources();
    expect(resources).toHaveLength(6);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      const text = (contents[0] as { text: string }).text;
      expect(text).toMatch(/^<!doctype html>/);
      expect(Buffer.byteLength(text)).toBeLessThan(150 * 1024);
      expect(gzipSync(text).length).toBeLessThan(40 * 1024);
      expect(/\b(src|href)=["']?https?:|@import|url\(|\beval\(|new Function/.exec(text)).toBeNull();
    }
    await expect(client.readResource({ uri: 'ui://parcelyard/nothing' })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
  });

  it('of rates: a label is selected and bought only in the view, once, also after double clicks [MCP-V16]', async () => {
    const { shop, host } = await openHostedShop('--plan', 'enterprise', '--balance', '50');
    const orderId = await createOrder(shop.mcp, { name: '<img src=x onerror=alert(1)> Ada' });
    const view = await host.show('get_rates', { order_id: orderId, ...PARCEL });
    const { frame } = view;

    // After the first click, the button that buys appears where the rate's button was. The second click of the
    // double-click must not press it.
    await frame.getByRole('button', { name: 'USPS Ground Advantage' }).dblclick();
    const buy = frame.getByRole('button', { name: /^Buy for \$/ });
    await buy.waitFor();
    expect(await view.confirms('buy_label')).toBe(0);
    expect(await frame.getByText('<img src=x onerror=alert(1)> Ada').count()).toBe(1);
    expect(await frame.locator('img').count()).toBe(0);
    const text = (await buy.textContent()) as string;
    const price = Number(text.replace('Buy for $', ''));
    expect(await balanceOf(shop.mcp)).toBe(50);

    await clickCalmly(view, () => buy.dblclick());
    await frame.getByRole('heading', { name: `Label bought for $${price.toFixed(2)}` }).waitFor();
    expect(await view.confirms('buy_label')).toBe(1);
    expect(await balanceOf(shop.mcp)).toBeCloseTo(50 - price, 2);
    expect(await shop.mcp.expectData('get_label', { order_id: orderId })).toMatchObject({ has_label: true });

    // A view cannot print, follow links or leave its frame. Only its host can, when the view asks.
    const opened = view.page.context().waitForEvent('page');
    await frame.getByRole('button', { name: 'Open the label' }).click();
    const address = await view.askedLink();
    expect((await opened).isClosed()).toBe(false);
    const label = await fetch(address);
    expect([label.status, label.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await frame.getByText('No scan of this parcel is known yet.').count()).toBe(1);
    expect((await view.messages()).some(({ method }) => method === 'ui/update-model-context')).toBe(true);
    await expectProper(view);
  });

  it('of a label: it is voided only in the view, once, after the refund was shown [MCP-V16]', async () => {
    const { shop, host } = await openHostedShop('--plan', 'enterprise', '--balance', '50');
    const orderId = await createOrder(shop.mcp);
    const { purchase } = await rateOrder(shop.mcp, orderId);
    const { postage } = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    const view = await host.show('get_label', { order_id: orderId });
    const { frame } = view;
    // After the first click, a question with a confirm button appears in the same place. The second click of the
    // double-click must not confirm.
    await frame.getByRole('button', { name: 'Void this label' }).dblclick();
    await frame.getByText(`$${(postage as number).toFixed(2)} goes back to the balance`).waitFor();
    expect(await view.confirms('cancel_shipping_label')).toBe(0);
    await expectProper(view);
    await keep(view, 'label-void-light');

    const confirm = frame.getByRole('button', { name: 'Void the label' });
    await clickCalmly(view, () => confirm.dblclick());
    await frame.getByText('The label is void').waitFor();
    expect(await view.confirms('cancel_shipping_label')).toBe(1);
    expect(await frame.getByRole('button', { name: 'Open the label' }).count()).toBe(0);
    expect(await shop.mcp.expectData('get_label', { order_id: orderId })).toMatchObject({ has_label: false });
    await expectProper(view);

    // The carrier has scanned this parcel, so its label cannot be voided any more.
    const gone = await createOrder(shop.mcp);
    const { purchase: another } = await rateOrder(shop.mcp, gone);
    await shop.mcp.expectData('buy_label', { ...another, confirm: true });
    await shipctl(stack.dataDir, 'tracking', 'advance', String(gone), 'InTransit');
    const scanned = await host.show('track_order', { order_id: gone });
    await scanned.frame.getByRole('button', { name: 'Open the label' }).waitFor();
    expect(await scanned.frame.getByRole('button', { name: /Void/ }).count()).toBe(0);
  });

  it('of a purchase above the balance link to the billing page', async () => {
    const { shop, host } = await openHostedShop('--plan', 'enterprise');
    const { purchase } = await rateOrder(shop.mcp, await createOrder(shop.mcp));
    const view = await host.show('buy_label', purchase);
    await view.frame.getByRole('button', { name: 'Open billing' }).click();
    expect(await view.askedLink()).toBe(`${stack.file().baseUrl}/settings/billing`);
    await expectProper(view);
  });

  it('buy nothing when a key is held down [MCP-V16]', async () => {
    const { shop, host } = await openHostedShop();
    const orderId = await createOrder(shop.mcp);
    const view = await host.show('get_rates', { order_id: orderId, ...PARCEL });
    const choose = view.frame.getByRole('button', { name: 'USPS Ground Advantage' });
    await choose.focus();
    await view.page.keyboard.down('Enter');
    const buy = view.frame.getByRole('button', { name: /^Buy for \$/ });
    await buy.waitFor();
    await buy.focus();
    // While the key stays down, the browser repeats its event. All these events count as one press.
    for (let n = 0; n < 5; n += 1) await view.page.keyboard.down('Enter');
    expect(await view.confirms('buy_label')).toBe(0);
    await view.page.keyboard.up('Enter');

    await clickCalmly(view, () => view.page.keyboard.press('Enter'));
    await view.frame.getByRole('heading', { name: /^Label bought/ }).waitFor();
    expect(await view.confirms('buy_label')).toBe(1);
  });

  it('never repeat a confirm whose answer was lost, and offer to look up its result [MCP-V16]', async () => {
    const { shop, host } = await openHostedShop();
    const orderId = await createOrder(shop.mcp);
    const { purchase } = await rateOrder(shop.mcp, orderId);
    const view = await host.show('buy_label', purchase, { lose: 'buy_label' });
    const { frame } = view;
    await clickCalmly(view, () => frame.getByRole('button', { name: /^Buy for/ }).click());
    await frame.getByText('It is not known whether this was bought').waitFor();
    expect(await frame.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
    await frame.getByRole('button', { name: 'Check whether it was bought' }).click();
    await frame.getByRole('button', { name: 'Open the label' }).waitFor();
    expect(await view.confirms('buy_label')).toBe(1);
  });

  it('of a purchase that needs an approval: the message, the link to the page, and the label after the approval', async () => {
    const { shop, host } = await openHostedShop('--plan', 'enterprise', '--balance', '50');
    const { mcp, account } = shop;
    await shipctl(stack.dataDir, 'account', 'set', String(account.accountId), '--ask-above', '1');
    const orderId = await createOrder(mcp);
    const { purchase } = await rateOrder(mcp, orderId);
    const view = await host.show('buy_label', purchase);
    const { frame } = view;
    await clickCalmly(view, () => frame.getByRole('button', { name: 'Ask the owner' }).click());
    await frame.getByText('The owner is asked first', { exact: true }).waitFor();
    await keep(view, 'waiting-light');
    // A batch that the model confirmed waits, too, until a person buys it in the view.
    const args = { order_ids: [await createOrder(mcp)], weight_oz: 12, confirm: true };
    const batch = await host.show('trigger_batch_purchase', args);
    await batch.frame.getByText('The owner is asked first', { exact: true }).waitFor();
    await batch.frame.getByRole('button', { name: /^Buy 1 label for \$/ }).waitFor();
    await expectProper(batch);
    await batch.page.context().close();
    expect(await balanceOf(mcp)).toBe(50);

    await frame.getByRole('button', { name: 'Open the approval page' }).click();
    const { pathname } = new URL(await view.askedLink());
    const owner = await signedIn(account.email);
    const [allow] = /Allow \$[\d.]+/.exec((await owner.open(pathname)).html) ?? [];
    await owner.press(await owner.open(pathname), allow as string);
    await clickCalmly(view, () => frame.getByRole('button', { name: /^Buy for/ }).click());
    await frame.getByRole('heading', { name: /^Label bought/ }).waitFor();
    await expectProper(view);
  });

  it('name the spending limit that refuses a purchase', async () => {
    const { shop, host } = await openHostedShop();
    await shipctl(stack.dataDir, 'account', 'set', String(shop.account.accountId), '--limit-label', '1');
    const { purchase } = await rateOrder(shop.mcp, await createOrder(shop.mcp));
    const view = await host.show('buy_label', { ...purchase, confirm: true });
    await view.frame.getByText(/would pass the account's spending limit of \$1\.00 a label/).waitFor();
    await view.frame.getByText('Maximum for one label').waitFor();
    expect(await view.confirms('buy_label')).toBe(0);
  });

  it('of a connection that cannot buy offer no purchase, and say why [MCP-V16]', async () => {
    const { shop } = await openHostedShop('--balance', '50');
    const app = createOAuthApp(stack.file().baseUrl, { clientId: HOSTED, redirectUri: CALLBACK });
    const { access_token } = await app.connect(await signedIn(shop.account.email));
    const orderId = await createOrder(shop.mcp);
    const host = await hostFor(access_token);
    for (const [tool, args] of [
      ['get_rates', { order_id: orderId, ...PARCEL }],
      ['list_orders', {}],
    ] as const) {
      const view = await host.show(tool, args);
      await view.frame.getByText(/^Labels cannot be bought here/).waitFor();
      expect(await view.frame.getByRole('button', { name: /^(Buy|USPS|Price|Choose)/ }).count()).toBe(0);
      expect(await view.frame.getByRole('checkbox').count()).toBe(0);
    }
  });

  it('of orders and batches: several are selected and bought, and the progress ends with one PDF', async () => {
    const { shop, host } = await openHostedShop();
    for (const name of ['Ada Lovelace', 'Grace Hopper', 'Mary Jackson'])
      await createOrder(shop.mcp, { name });
    await createOrder(shop.mcp, { name: 'Nobody Home', zip: '00004' });
    const view = await host.show('list_orders', {});
    const { frame } = view;
    await frame.getByLabel('All orders on this page that are ready to ship').check();
    await frame.getByRole('button', { name: 'Price labels for 4 orders' }).click();
    const buy = frame.getByRole('button', { name: /^Buy 3 labels for \$/ });
    await buy.waitFor();
    await expectProper(view);
    await clickCalmly(view, () => buy.dblclick());
    await frame.getByRole('button', { name: 'Open all labels' }).waitFor({ timeout: 60_000 });
    await frame.getByText('3 of 3 done · 3 bought').waitFor();
    expect(await view.confirms('trigger_batch_purchase')).toBe(1);
    // The batch has ended, so the view no longer asks for its status. A view that was removed makes no requests at all.
    const asked = async () =>
      (await view.messages()).filter(({ params }) => params?.name === 'get_batch_status').length;
    const before = await asked();
    await view.page.evaluate('globalThis.endViews()');
    expect(await asked()).toBe(before);
    expect(await frame.locator('main').textContent()).toBe('');
  });

  describe('every', () => {
    /** Creates records, so that every view has something to show. Returns the arguments of each tool. */
    async function prepare({
      mcp,
    }: Shop): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
      const labelled = await createOrder(mcp, {
        name: 'Grace Hopper',
        city: 'Arlington',
        state: 'VA',
        zip: '22201',
      });
      const { purchase } = await rateOrder(mcp, labelled);
      await mcp.expectData('buy_label', { ...purchase, confirm: true });
      const batch = await Promise.all(
        ['Konstantinopolina Hohenzollern-Sigmaringen', 'Mary Jackson'].map((name) =>
          createOrder(mcp, { name }),
        ),
      );
      await mcp.expectData('trigger_batch_purchase', { order_ids: batch, confirm: true });
      await shipctl(stack.dataDir, 'tracking', 'advance', String(labelled), 'InTransit');
      const order = await createOrder(mcp);
      const waiting = await rateOrder(mcp, order);
      return {
        get_rates: { order_id: order, ...PARCEL },
        buy_label: waiting.purchase,
        track_order: { order_id: labelled },
        get_batch_status: {},
        list_orders: { status: 'active' },
        get_shipping_report: {},
        get_shipping_analytics: {},
      };
    }

    it.each([
      ['rates', 'get_rates', 'Carrier rates'],
      ['purchase', 'buy_label', 'USPS Ground Advantage'],
      ['label', 'track_order', 'Label'],
      ['batch', 'get_batch_status', /^Batch \d+/],
      ['orders', 'list_orders', 'Orders'],
      ['reports', 'get_shipping_report', 'Shipping spend'],
      ['reports-volume', 'get_shipping_analytics', 'Shipping volume'],
    ])(
      '%s view works in light and dark mode, at 320 pixels and with the keyboard',
      async (name, tool, heading) => {
        // Each theme has its own shop, because both themes together would make more calls a minute than one token
        // allows.
        const { shop, host } = await openHostedShop('--plan', 'enterprise', '--balance', '500');
        const args = await prepare(shop);
        for (const theme of ['light', 'dark'] as const) {
          const view = await host.show(tool, args[tool] as object, { theme });
          await view.frame.getByRole('heading', { name: heading }).waitFor();
          await settled(view);
          await keep(view, `${name}-${theme}`);
          // In the dark theme, only the contrast is checked again, because only colours depend on the theme.
          await expectProper(view, theme === 'dark' ? ['color-contrast'] : undefined);
          if (theme === 'light') expect(await unreachable(view.page, view.frame)).toEqual([]);
          await view.page.setViewportSize({ width: 352, height: 1400 });
          await settled(view);
          expect(await view.frame.evaluate('innerWidth')).toBe(320);
          expect(await overflow(view.frame)).toBe(0);
          expect(await view.frame.evaluate(SMALLEST_CHART_TEXT)).toBeGreaterThanOrEqual(11);
          await keep(view, `${name}-${theme}-320`);
          await view.page.context().close();
        }
      },
    );
  });

  async function settled(view: ShownView): Promise<void> {
    await view.page.waitForLoadState('networkidle');
  }

  const keep = ({ page }: { page: Page }, name: string) =>
    keepScreenshot(page.locator('iframe'), `view-${name}`);
});

/** The size of the smallest chart text, in pixels of the screen; 1000 when the view has no chart text. */
const SMALLEST_CHART_TEXT = `Math.min(1000, ...[...document.querySelectorAll('.chart text')]
  .filter((text) => text.checkVisibility())
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))`;

/** Clicks at least half a second after the last click. */
async function clickCalmly({ frame }: ShownView, click: () => Promise<void>): Promise<void> {
  await frame.waitForFunction(
    (at) => performance.now() > at,
    ((await frame.evaluate('performance.now()')) as number) + 600,
  );
  await click();
}

const schemas = JSON.parse(
  readFileSync(createRequire(__filename).resolve('@modelcontextprotocol/ext-apps/schema.json'), 'utf8'),
) as { $defs: Record<string, object> };

/** The extension's own schema for each message of the extension that a view may send. */
const MESSAGES: Readonly<Record<string, string>> = {
  'ui/initialize': 'McpUiInitializeRequest',
  'ui/notifications/initialized': 'McpUiInitializedNotification',
  'ui/notifications/size-changed': 'McpUiSizeChangedNotification',
  'ui/open-link': 'McpUiOpenLinkRequest',
  'ui/update-model-context': 'McpUiUpdateModelContextRequest',
};

function wrongMessages(messages: readonly ViewMessage[]): string[] {
  return messages.flatMap(({ method = '', params }) => {
    const schema = MESSAGES[method];
    if (!schema) return method.startsWith('ui/notifications/sandbox-') || method in ALLOWED ? [] : [method];
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      schemas.$defs[schema] as object,
    );
    return validate({ method, params }) ? [] : [`${method}: ${JSON.stringify(validate.errors)}`];
  });
}

/**
 * Messages that a view may send besides those of the extension: tool calls of the protocol, and answers, which have no
 * method.
 */
const ALLOWED: Readonly<Record<string, true>> = { 'tools/call': true, '': true };

/** Expects no error, no loaded file, no serious finding of axe, and only messages of the extension. */
async function expectProper(view: ShownView, rules?: readonly string[]): Promise<void> {
  expect(view.problems).toEqual([]);
  expect(view.loaded.filter((url) => !url.startsWith('about:'))).toEqual([]);
  expect(wrongMessages(await view.messages())).toEqual([]);
  expect(await seriousFindings(view.frame, rules)).toEqual([]);
}
