import { eventually } from '@parcelyard/testing/eventually';
import type { Page } from 'playwright-core';
import { shareStack } from './support/share-stack';
import { openShop, type Shop } from './support/shop';
import { PASSWORD } from './support/sign-up';
import { type RunningBrowser, startBrowser } from './support/start-browser';
import type { RunningStack } from './support/start-stack';

const PHONE = { width: 375, height: 700 };

describe('an owner with a phone', () => {
  let stack: RunningStack;
  let running: RunningBrowser;
  let shop: Shop;
  let page: Page;
  beforeAll(async () => {
    stack = await shareStack();
    running = await startBrowser();
    shop = await openShop(stack);
  });
  beforeEach(async () => {
    const context = await running.browser.newContext({
      baseURL: stack.file().baseUrl,
      viewport: PHONE,
      javaScriptEnabled: false,
    });
    page = await context.newPage();
    await page.goto('/signin');
    await page.getByLabel('E-mail address').fill(shop.account.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/signin');
  });
  afterEach(() => page.context().close());
  afterAll(() => running?.close());

  /** Waits until the whole text is on the screen. The browser scrolls to it some time after the page is loaded. */
  const comesIntoView = (text: string | RegExp) =>
    eventually(async () => {
      const { y, height } = (await page.getByText(text).boundingBox()) ?? { y: -1, height: 0 };
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(PHONE.height);
    });

  it('comes to the first wrong field of a refused form, also far below on a long page', async () => {
    await page.goto('/settings/shipping');
    await page.getByText('Connect a WooCommerce store').click();
    const form = page.locator('details[open]');
    await form.getByLabel('Name of the store').fill('Mugs');
    await form.getByLabel('Address of the site').fill('not an address');
    await form.getByLabel('Consumer key').fill('ck_1');
    await form.getByLabel('Consumer secret').fill('cs_1');
    await form.getByRole('button', { name: 'Connect WooCommerce' }).click();
    await page.locator('input[aria-invalid=true]:focus').waitFor();
    await comesIntoView(/^URL must be the https address/);
  });

  it('sees why a sales platform refused the connection', async () => {
    await page.goto('/settings/shipping');
    await page.getByText('Connect a Shopify store').click();
    const form = page.locator('details[open]');
    await form.getByLabel('Name of the store').fill('Mugs');
    await form.getByLabel('Shop', { exact: false }).fill('mugs.myshopify.com');
    await form.getByRole('button', { name: 'Connect Shopify' }).click();
    const problem = page.locator('[role=alert]:focus');
    await problem.waitFor();
    await comesIntoView((await problem.textContent()) ?? '');
  });

  it('sees what happened after a new plan was chosen and after a carrier was linked', async () => {
    await page.goto('/settings/billing');
    await page.getByRole('button', { name: 'Choose Pro' }).click();
    await page.waitForURL('**/settings/billing?changed=plan#plans');
    await comesIntoView(/^Your plan was changed/);

    await page.goto('/settings/shipping/carriers/ups');
    await page.getByLabel('Account number').fill('A1B2C3');
    await page.getByRole('button', { name: 'Accept and link' }).click();
    await page.waitForURL('**/settings/shipping?changed=carrier#carriers');
    await comesIntoView(/^Your carrier account is linked/);
  });

  it('sees what happened after a store was connected and after its orders were imported', async () => {
    await page.goto('/settings/shipping');
    await page.getByText('Connect a Sandbox store').click();
    await page.locator('details[open]').getByLabel('Name of the store').fill('Mugs');
    await page.locator('details[open] button').click();
    await page.waitForURL('**/settings/shipping?changed=platform#platforms');
    await comesIntoView(/^The store is connected/);
    await page.getByRole('button', { name: 'Import orders' }).click();
    await page.waitForURL('**/settings/shipping?changed=sync#platforms');
    await comesIntoView(/^The import has started/);
  });

  it('sees the colours of a legend also in a forced palette', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/reports');
    const colours = (await page.evaluate(`[1, 2, 3].map((n) => [
      getComputedStyle(document.querySelector('.chart-legend .series-' + n), '::before').backgroundColor,
      getComputedStyle(document.querySelector('.chart .series-' + n)).fill,
    ])`)) as [string, string][];
    for (const [shown, drawn] of colours) expect(shown).toBe(drawn);
    expect(new Set(colours.map(([shown]) => shown)).size).toBe(3);
  });

  it('has a password manager that can read whose password the form changes', async () => {
    await page.goto('/settings/account');
    const field = page.locator('form', { hasText: 'Change password' }).locator('[autocomplete=username]');
    expect(await field.inputValue()).toBe(shop.account.email);
  });
});
