import type { Page, Response } from 'playwright-core';
import { runCode } from './support/docs/run-code';
import { type RunningBrowser, startBrowser } from './support/start-browser';
import { type Stack, startStack } from './support/start-stack';
import { seriousFindings, watchConsole } from './support/watch-page';

interface Input {
  readonly id?: number;
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
    page.setDefaultTimeout(60_000);
    problems = watchConsole(page);
    elsewhere = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseUrl))
        elsewhere.push(request.url());
    });
  }, 120_000);
  afterAll(async () => {
    await running.close();
    await stack.remove();
  });
  // A broken policy is an error of the console, too.
  afterEach(() => expect({ problems, elsewhere }).toEqual({ problems: [], elsewhere: [] }));

  async function open(operationId: string) {
    await page.goto(`/public/docs/reference/${operationId}`);
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

  /** With the keys and buttons that a reader has. */
  async function tryIt(operationId: string, { id, body }: Input = {}): Promise<Answer> {
    const section = await open(operationId);
    await page.getByRole('button', { name: 'Try it with my key' }).click();
    await page.getByText('Requests use your key.').waitFor();
    await section.getByRole('button', { name: /Test Request/ }).click();
    const client = page.getByRole('dialog');
    if (id !== undefined) {
      const field = client.getByRole('textbox').filter({ hasText: /^\d+$/ }).first();
      await write(field, String(id));
      await client
        .getByRole('textbox')
        .filter({ hasText: new RegExp(`^${id}$`) })
        .waitFor();
    }
    if (body) {
      const editor = client.locator('.cm-content[contenteditable=true]').filter({ hasText: '{' }).last();
      const document = (await (await page.request.get('/public/openapi.json')).json()) as OpenApi;
      await write(editor, JSON.stringify(body(exampleOf(document, operationId))));
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

  it('opens at the operation of the address, readable in light and dark', async () => {
    const section = await open('purchaseLabel');
    await section.getByText('Purchase a label').first().waitFor();
    expect(await page.title()).toBe('Purchase a label, REST API · Parcelyard');
    expect(page.url()).toContain('purchaseLabel');
    expect(await seriousFindings(page, ['color-contrast'])).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousFindings(page, ['color-contrast'])).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }, 120_000);

  it('finds an operation by a word of it, and goes there', async () => {
    await open('listCustomers');
    await page.keyboard.press('ControlOrMeta+K');
    const search = page.getByRole('dialog');
    await search.waitFor();
    await page.keyboard.insertText('void');
    await search.getByText('Void the label of an order').first().click();
    await page.waitForURL('**/voidLabel');
  }, 120_000);

  it('copies a sample of curl that works', async () => {
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
  }, 60_000);

  it('lets the owner buy, print, track and void a label by trying it, and by nothing else', async () => {
    await signIn();
    const order = await tryIt('createOrder', {
      body: (example) => ({ ...example, invoiceNumber: 'INV-TRY', externalOrderId: 'shop-try' }),
    });
    expect(order).toMatchObject({ status: 201, success: true });
    const { id } = order.result as { id: number };
    expect(await tryIt('getOrder', { id })).toMatchObject({
      status: 200,
      result: { id, invoiceNumber: 'INV-TRY' },
    });
    const rating = await tryIt('shippingInfo', { body: (example) => ({ ...example, orderId: id }) });
    const { packageId, rates } = rating.result as { packageId: string; rates: Record<string, string>[] };
    const { rateId, method, serviceLevel } = rates[0] as Record<string, string>;
    const label = await tryIt('purchaseLabel', {
      body: () => ({ orderId: id, packageId, rateId, method, serviceLevel, maxCharge: 20 }),
    });
    const { labelUrl, trackingNumber } = label.result as { labelUrl: string; trackingNumber: string };
    expect(label.status).toBe(200);
    const pdf = await page.request.get(labelUrl);
    expect((await pdf.body()).subarray(0, 4).toString()).toBe('%PDF');
    expect(await tryIt('markLabelsPrinted', { body: () => ({ orderIds: [id] }) })).toMatchObject({
      status: 200,
    });
    expect(await tryIt('getTracking', { id })).toMatchObject({ result: { trackingNumber } });
    expect(await tryIt('voidLabel', { id })).toMatchObject({ status: 200, result: { voided: true } });
  }, 240_000);
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
