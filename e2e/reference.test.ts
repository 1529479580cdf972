import { eventually } from '@parcelyard/testing/eventually';
import type { Page, Response } from 'playwright-core';
import { runCode } from './support/docs/run-code';
import { type RunningBrowser, startBrowser } from './support/start-browser';
import { type Stack, startStack } from './support/start-stack';
import { overflow, seriousFindings, watchConsole } from './support/watch-page';

interface Input {
  readonly id?: number;
  /** The text that the sample shows once the page has processed the input. */
  readonly shows?: string | undefined;
  /** Changes the example's body. */
  readonly body?: (example: Record<string, unknown>) => unknown;
}

type Answer = Readonly<Record<string, unknown>>;

describe('the reference of the API, in a browser', () => {
  let stack: Stack;
  let running: RunningBrowser;
  let page: Page;
  let problems: string[];
  let elsewhere: string[];
  beforeAll(async () => {
    [stack, running] = await Promise.all([startStack({ VOID_REFUND_DELAY_S: '1' }), startBrowser()]);
    const { baseUrl } = stack.file();
    const context = await running.browser.newContext({
      baseURL: baseUrl,
      viewport: { width: 1280, height: 860 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    problems = watchConsole(page);
    elsewhere = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseUrl))
        elsewhere.push(request.url());
    });
  });
  afterAll(async () => {
    await running.close();
    await stack.remove();
  });
  // The browser reports a violation of the content policy as a console error, so `problems` includes it.
  afterEach(() => expect({ problems, elsewhere }).toEqual({ problems: [], elsewhere: [] }));

  async function open(operationId: string) {
    await page.goto(`/public/docs/try/${operationId}`);
    const section = page.locator(`[id$="/${operationId}"]`).first();
    await section.getByRole('button', { name: /Test Request/ }).waitFor();
    return section;
  }

  async function signIn(): Promise<void> {
    const { demo } = stack.file();
    await page.goto('/signin');
    await page.getByLabel('E-mail address').fill(demo.email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/signin');
  }

  /**
   * Sends a request from the page of this operation, with the keys and buttons that a reader uses, and returns the
   * answer.
   */
  async function tryIt(
    operationId: string,
    { id, body, shows = id === undefined ? undefined : `/order/${id}` }: Input = {},
  ): Promise<Answer> {
    const section = await open(operationId);
    await page.getByRole('button', { name: 'Try it with my key' }).click();
    await page.getByText('Requests use your key.').waitFor();
    await section.getByRole('button', { name: /Test Request/ }).click();
    const client = page.getByRole('dialog');
    if (id !== undefined) {
      await write(client.getByRole('textbox').filter({ hasText: /^\d+$/ }).first(), String(id));
    }
    if (body) {
      const editor = client.locator('.cm-content[contenteditable=true]').filter({ hasText: '{' }).last();
      const document = (await (await page.request.get('/public/openapi.json')).json()) as OpenApi;
      await write(editor, JSON.stringify(body(exampleOf(document, operationId))));
    }
    // The renderer processes typed input with a short delay. When the delay is over, the code sample shows the request
    // that the page will send.
    if (shows !== undefined) {
      await client.getByRole('button', { name: /Code Snippet/ }).click();
      await client.locator('pre').filter({ hasText: shows }).first().waitFor();
    }
    const isAnswer = (response: Response) =>
      response.url().includes('/public/') && response.request().resourceType() === 'fetch';
    const answered = page.waitForResponse(isAnswer);
    await client.getByRole('button', { name: /^Send/ }).first().click();
    const response = await answered;
    await client.getByText(`${response.status()}`).first().waitFor();
    return { status: response.status(), ...((await response.json()) as Answer) };
  }

  async function write(field: ReturnType<Page['locator']>, text: string): Promise<void> {
    await field.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  }

  it('shows an operation without scripts, and opens the page to try it, readable in light and dark mode', async () => {
    await page.goto('/public/docs/reference/purchaseLabel');
    expect(await page.locator('script').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Try it', exact: true }).click();
    const section = page.locator('[id$="/purchaseLabel"]').first();
    await section.getByRole('button', { name: /Test Request/ }).waitFor();
    await section.getByText('Purchase a label').first().waitFor();
    expect(await page.title()).toBe('Purchase a label, REST API · Parcelyard');
    expect(page.url()).toContain('purchaseLabel');
    // While the renderer opens its menu, it may mark a group as the current page. axe reports this as a fault, so the
    // check is repeated.
    await eventually(async () => expect(await seriousFindings(page)).toEqual([]));
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousFindings(page, ['color-contrast'])).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('finds an operation by a word, and opens it', async () => {
    await page.goto('/public/docs/reference');
    await page.getByRole('link', { name: 'search all of it' }).click();
    await page.getByRole('combobox').waitFor();
    await page.keyboard.insertText('void');
    await page.getByRole('option', { name: /Void the label of an order/ }).click();
    await page.waitForURL('**/voidLabel');
  });

  it('has the search in the menu of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/public/docs/reference');
    await page.getByRole('link', { name: 'search all of it' }).click();
    await page.getByRole('combobox').waitFor();
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it('fits the narrowest screen, also while the owner tries an operation', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const signedOut = await open('createOrder');
    expect(await overflow(page)).toBe(0);
    await signedOut.getByRole('button', { name: /Test Request/ }).click();
    await page.getByRole('dialog').waitFor();
    expect(await overflow(page)).toBe(0);

    await signIn();
    await open('createOrder');
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Try it with my key' }).click();
    await page.getByText('Requests use your key.').waitFor();
    expect(await overflow(page)).toBe(0);
    await page.context().clearCookies();
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it('has links that can be followed and copied', async () => {
    await open('createOrder');
    const list = page.getByRole('list', { name: 'Shipping endpoints' });
    await page
      .getByRole('button', { name: /Shipping/ })
      .first()
      .click();
    await expect(list.getByRole('link', { name: /purchase-label/ }).getAttribute('href')).resolves.toBe(
      '/public/docs/try/tag/shipping/purchaseLabel',
    );
    expect(await page.locator('a.endpoint:not([href])').count()).toBe(0);
  });

  it('has a curl sample that works when it is copied', async () => {
    const { demo } = stack.file();
    const section = await open('getBalance');
    await section.hover();
    const sample = section.locator('.scalar-card, [class*=card]').filter({ hasText: 'curl' }).first();
    const code = (await sample.locator('code, .cm-content').first().textContent()) ?? '';
    const { output } = await runCode('sh', [], {
      cwd: stack.dataDir,
      env: {},
      input: code.replace('YOUR_SECRET_TOKEN', demo.accessToken),
    });
    expect(output).toContain('"success":true');
  });

  it('has working samples in other languages', async () => {
    const { demo } = stack.file();
    const section = await open('getBalance');
    const card = section.locator('.scalar-card').filter({ hasText: 'curl' }).first();
    await card.getByRole('button', { name: 'Shell Curl' }).click();
    await page.getByRole('option', { name: 'undici' }).waitFor();
    // The page must not offer these samples, because they would leave out the port of the address.
    expect(await page.getByRole('option', { name: /^(http\.client|HTTP\/1\.1|RestSharp)$/ }).count()).toBe(0);
    await page.getByRole('option', { name: 'Fetch', exact: true }).last().click();
    const sample = section.locator('.scalar-card pre').filter({ hasText: 'fetch(' }).first();
    const code = ((await sample.textContent()) ?? '').replace('YOUR_SECRET_TOKEN', demo.accessToken);
    const { output } = await runCode(process.execPath, ['--input-type=module'], {
      cwd: stack.dataDir,
      env: {},
      input: `console.log(await (await ${code}).text());`,
    });
    expect(output).toContain('"success":true');
  });

  it('lets the owner buy, print, track and void a label on the page to try it, and not otherwise', async () => {
    await signIn();
    const order = await tryIt('createOrder', {
      shows: 'INV-TRY',
      body: (example) => ({ ...example, invoiceNumber: 'INV-TRY', externalOrderId: 'shop-try' }),
    });
    expect(order).toMatchObject({ status: 201, success: true });
    const { id } = order.result as { id: number };
    const rating = await tryIt('shippingInfo', {
      shows: String(id),
      body: (example) => ({ ...example, orderId: id }),
    });
    const { packageId, rates } = rating.result as { packageId: string; rates: Record<string, string>[] };
    const { rateId, method, serviceLevel } = rates[0] as Record<string, string>;
    const label = await tryIt('purchaseLabel', {
      shows: String(id),
      body: () => ({ orderId: id, packageId, rateId, method, serviceLevel, maxCharge: 20 }),
    });
    const { labelUrl, trackingNumber } = label.result as { labelUrl: string; trackingNumber: string };
    expect(label.status).toBe(200);
    const pdf = await page.request.get(labelUrl);
    expect((await pdf.body()).subarray(0, 4).toString()).toBe('%PDF');
    expect(
      await tryIt('markLabelsPrinted', { shows: String(id), body: () => ({ orderIds: [id] }) }),
    ).toMatchObject({
      status: 200,
    });
    expect(await tryIt('getTracking', { id })).toMatchObject({ result: { trackingNumber } });
    expect(await tryIt('voidLabel', { id })).toMatchObject({ status: 200, result: { voided: true } });
  });
});

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: Answer } } };
}

const exampleOf = ({ paths }: OpenApi, operationId: string): Record<string, unknown> => {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  const found = all.find((operation) => operation.operationId === operationId);
  return { ...found?.requestBody?.content['application/json'].example };
};
