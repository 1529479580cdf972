import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@parcelyard/testing/eventually';
import type { Browser, Page } from 'playwright-core';
import { keepScreenshot } from './support/keep-screenshot';
import { createMcpClient } from './support/mcp-client';
import { shipctl } from './support/shipctl';
import { createOrder, nextPickupDate, rateOrder } from './support/shop';
import { type RunningBrowser, startBrowser } from './support/start-browser';
import { type Stack, startStack } from './support/start-stack';
import { cutTables, overflow, seriousFindings, unreachable, watchConsole } from './support/watch-page';
import { WEB_PAGES, type WebPage } from './support/web-pages';

const PLACES = /:(order|tracking|approval|batch|pickup|customer)\b/;
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 375, height: 844 };
/** The narrowest screen on which a page must fit without scrolling sideways: WCAG 2.2, 1.4.10. */
const NARROWEST = { width: 320, height: 640 };
/** On the smaller tablet the pages have no side bar. */
const TABLETS = [
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
];

describe('in a browser without scripts', () => {
  let stack: Stack;
  let running: RunningBrowser;
  let browser: Browser;
  let places: Readonly<Record<string, string>>;
  let askAgain: () => Promise<Readonly<Record<string, unknown>>>;
  let pages: Record<WebPage['for'], Page>;
  beforeAll(async () => {
    stack = await startStack();
    running = await startBrowser();
    browser = running.browser;
    const labelled = await buyLabels();
    const [anyone, member, newcomer] = await Promise.all([newPage(), newPage(), newPage()]);
    await signIn(member);
    await signUp(newcomer);
    await setWebhook(member);
    places = { ...labelled, ...(await fillThePages()), ...(await askTheOwner(member)) };
    pages = { anyone, member, newcomer };
  });
  afterAll(async () => {
    await running?.close();
    await stack?.remove();
  });

  /** Ships three orders of the demo, so that pages have data. One of the parcels is delivered. */
  async function buyLabels() {
    const { mcpUrl, demo } = stack.file();
    const mcp = createMcpClient(mcpUrl, demo.accessToken);
    const { orders } = await mcp.expectData('list_orders', { page_size: 3 });
    const bought: Readonly<Record<string, string>>[] = [];
    for (const [place, { order_id }] of (orders as { order_id: number }[]).entries()) {
      const { purchase } = await rateOrder(mcp, order_id, place);
      const { tracking_number } = await mcp.expectData('buy_label', { ...purchase, confirm: true });
      bought.push({ ':order': String(order_id), ':tracking': tracking_number as string });
    }
    const first = bought[0] ?? {};
    await shipctl(stack.dataDir, 'tracking', 'advance', first[':order'] ?? '', 'Delivered');
    return first;
  }

  /** Creates a batch that ended with a problem, a pickup of the batch's parcels, and a customer with an order. */
  async function fillThePages() {
    const { mcpUrl, demo } = stack.file();
    const mcp = createMcpClient(mcpUrl, demo.accessToken);
    const ids = [await createOrder(mcp), await createOrder(mcp, { company: 'SBX_DECLINE' })];
    const { batch_id } = await mcp.expectData('trigger_batch_purchase', { order_ids: ids, confirm: true });
    await eventually(async () => {
      const { status } = await mcp.expectData('get_batch_status', { batch_id });
      expect(status).toBe('completed_with_errors');
    }, 60_000);
    await mcp.expectData('mark_labels_printed', { batch_id, confirm: true });
    const { customer_id } = await mcp.expectData('get_order', { order_id: ids[0] });
    // The pickup is booked with USPS, because the cheapest label of this order is from USPS.
    const date = await nextPickupDate(mcp);
    const { pickup_id } = await mcp.expectData('schedule_pickup', {
      date,
      location: 'Front door',
      confirm: true,
    });
    return { ':batch': String(batch_id), ':pickup': String(pickup_id), ':customer': String(customer_id) };
  }

  /** Sets a webhook whose long URL must fit on a phone. */
  async function setWebhook(owner: Page): Promise<void> {
    await owner.goto('/settings/webhook');
    await owner.getByLabel('URL').fill(`https://93.184.216.34/${'events-of-the-shop'.repeat(8)}`);
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByText('The webhook was saved.').waitFor();
  }

  /** Sets "Ask me above" to one cent, so that the next purchase waits for the owner's approval. */
  async function askTheOwner(owner: Page) {
    const { mcpUrl, demo } = stack.file();
    await owner.goto('/settings/limits');
    await owner.getByLabel('Ask me above, API key').fill('0.01');
    await owner.getByRole('button', { name: 'Save limits' }).click();
    await owner.getByText('The limits were saved.').waitFor();
    const mcp = createMcpClient(mcpUrl, demo.accessToken);
    const { orders } = await mcp.expectData('list_orders', { page_size: 1, page: 4 });
    const [{ order_id } = { order_id: 0 }] = orders as { order_id: number }[];
    const { purchase } = await rateOrder(mcp, order_id, 0);
    askAgain = () => mcp.expectData('buy_label', { ...purchase, confirm: true });
    const { text } = await mcp.call('buy_label', { ...purchase, confirm: true });
    return { ':approval': /\/approve\/([\w-]+)/.exec(text)?.[1] ?? '' };
  }

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({
      baseURL: stack.file().baseUrl,
      viewport: DESKTOP,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    // Hides the scroll bar, because a phone's scroll bar takes no space beside the page.
    const debug = await context.newCDPSession(page);
    await debug.send('Emulation.setScrollbarsHidden', { hidden: true });
    return page;
  }

  async function signIn(page: Page): Promise<void> {
    const { demo } = stack.file();
    await page.goto('/signin');
    await page.getByLabel('E-mail address').fill(demo.email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/signin');
  }

  async function signUp(page: Page): Promise<void> {
    await page.goto('/signup');
    await page.getByLabel('Your name').fill('Nora Newcomer');
    await page.getByLabel('E-mail address').fill('nora@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/welcome');
  }

  it.each(WEB_PAGES)(
    '$name: no error, accessible in light and dark mode, usable with the keyboard, as wide as a phone or a tablet',
    async (known) => {
      const page = pages[known.for];
      const problems = watchConsole(page);
      const keep = (look: string) => keepScreenshot(page, `${known.name}-${look}`, !known.long);
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: 'light' });
      const path = known.path.replace(PLACES, (name) => places[name] ?? name);
      const response = await page.goto(path);
      const status = known.status ?? 200;
      expect(response?.status()).toBe(status);
      await keep('light');
      expect(await seriousFindings(page)).toEqual([]);
      expect(await unreachable(page)).toEqual([]);

      await page.emulateMedia({ colorScheme: 'dark' });
      await keep('dark');
      expect(await seriousFindings(page, ['color-contrast'])).toEqual([]);

      await page.emulateMedia({ colorScheme: 'light' });
      for (const size of [...TABLETS, NARROWEST, PHONE]) {
        await page.setViewportSize(size);
        expect([await overflow(page), await cutTables(page)]).toEqual([0, []]);
      }
      await keep('narrow');
      // Chromium logs an error status of a page as an error. If the test expects this status, the message is not a
      // problem.
      expect(problems.filter((text) => status === 200 || !text.includes(`status of ${status}`))).toEqual([]);
    },
  );

  it('an owner gets from the sign-in to the key with only the keyboard', async () => {
    const { baseUrl, demo } = stack.file();
    const context = await browser.newContext({ baseURL: baseUrl, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/settings/api');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type(demo.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(demo.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/api');
    await page.getByRole('button', { name: 'Show API key' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(demo.accessToken, { exact: true }).waitFor();
    await context.close();
  });

  it('a reader of the API selects a language with the keyboard and copies a whole block with one click [REST-D3]', async () => {
    const { baseUrl } = stack.file();
    const context = await browser.newContext({ baseURL: baseUrl, javaScriptEnabled: false, viewport: PHONE });
    const page = await context.newPage();
    await page.goto('/public/docs#walk-purchase-python');
    const shown = (language: string) => page.locator(`#walk-purchase-${language}`).isVisible();
    const seen = () => Promise.all(['curl', 'typescript', 'python'].map(shown));
    expect(await seen()).toEqual([true, false, false]);
    await page.getByLabel('curl', { exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await seen()).toEqual([false, false, true]);
    const block = page.locator('#walk-purchase-python code');
    await block.click();
    expect(await page.evaluate('getSelection().toString()')).toBe(await block.textContent());
    await context.close();
  });

  it("an owner allows a purchase with only the keyboard, and the assistant's repeated call buys it [MCP-W6]", async () => {
    const { baseUrl, demo } = stack.file();
    const context = await browser.newContext({ baseURL: baseUrl, javaScriptEnabled: false });
    const page = await context.newPage();
    const path = `/approve/${places[':approval']}`;
    await page.goto(path);
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type(demo.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(demo.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}`);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      const deny = await page.getByRole('button', { name: 'Deny' }).boundingBox();
      expect((deny?.y ?? Number.POSITIVE_INFINITY) + (deny?.height ?? 0)).toBeLessThanOrEqual(size.height);
    }
    const allow = page.locator('button:focus', { hasText: /^Allow \$/ });
    for (let presses = 0; presses < 20 && (await allow.count()) === 0; presses += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You allowed it' }).waitFor();
    await keepScreenshot(page, 'approve-allowed-light');
    expect(await askAgain()).toMatchObject({ purchased: true });
    await page.reload();
    await page.getByRole('heading', { name: 'It was bought' }).waitFor();
    await context.close();
  });

  it('no page can be framed by another site', async () => {
    const { baseUrl } = stack.file();
    const framing = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>x</title><iframe src="${baseUrl}/signin"></iframe>`);
    });
    await new Promise<void>((done) => framing.listen(0, '127.0.0.1', done));
    const context = await browser.newContext();
    const page = await context.newPage();
    const problems = watchConsole(page);
    await page.goto(`http://127.0.0.1:${(framing.address() as AddressInfo).port}/`);
    await expect(page.frameLocator('iframe').getByText('Sign in').first().isVisible()).resolves.toBe(false);
    await eventually(() => expect(problems.join()).toMatch(/frame-ancestors/));
    await context.close();
    framing.closeAllConnections();
    await new Promise((done) => framing.close(done));
  });
});
