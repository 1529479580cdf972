import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@parcelyard/testing/eventually';
import type { BrowserContext, Page } from 'playwright-core';
import { keepScreenshot } from './support/keep-screenshot';
import { createOAuthApp, type OAuthApp } from './support/oauth-app';
import { type RunningBrowser, startBrowser } from './support/start-browser';
import { type Stack, startStack } from './support/start-stack';
import { overflow, seriousFindings, unreachable, watchConsole } from './support/watch-page';

describe('the consent page in a browser', () => {
  let stack: Stack;
  let running: RunningBrowser;
  let callback: Server;
  let callbackUrl: string;
  let app: OAuthApp;
  beforeAll(async () => {
    callback = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>'),
    );
    await new Promise<void>((done) => callback.listen(0, '127.0.0.1', done));
    callbackUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
    const settings = { OAUTH_HOSTED_CLIENT_ID: 'assistant', OAUTH_HOSTED_REDIRECT_URIS: callbackUrl };
    stack = await startStack(settings);
    running = await startBrowser();
    app = createOAuthApp(stack.file().baseUrl, { clientId: 'assistant', redirectUri: callbackUrl });
  });
  afterAll(async () => {
    await running?.close();
    await stack?.remove();
    callback.closeAllConnections();
    await new Promise((done) => callback.close(done));
  });

  /** Opens the app's consent page in a new browser. The demo's owner signs in on the way. */
  async function arrive(options: Parameters<RunningBrowser['browser']['newContext']>[0] = {}): Promise<{
    page: Page;
    context: BrowserContext;
    problems: string[];
  }> {
    const { demo } = stack.file();
    const context = await running.browser.newContext(options);
    const page = await context.newPage();
    const problems = watchConsole(page);
    await page.goto(app.authorizeUrl());
    await page.getByLabel('E-mail address').fill(demo.email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === '/oauth/authorize');
    return { page, context, problems };
  }

  it.each([
    ['light', { viewport: { width: 1280, height: 860 } }],
    ['narrow', { viewport: { width: 390, height: 844 } }],
  ] as const)(
    '%s: no error, accessible, as wide as the screen, usable with the keyboard',
    async (look, options) => {
      const { page, context, problems } = await arrive(options);
      await keepScreenshot(page, `approval-${look}`);
      expect(await overflow(page)).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await unreachable(page)).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it.each([
    ['Allow', 'code'],
    ['Deny', 'error'],
  ])(
    '%s redirects the browser to the app, as the content security policy allows',
    async (button, parameter) => {
      const { page, context, problems } = await arrive({ javaScriptEnabled: false });
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL((url) => url.href.startsWith(callbackUrl));
      const answer = new URL(page.url()).searchParams;
      expect(answer.has(parameter)).toBe(true);
      expect(answer.get('state')).toBe('a state/with+signs & 100%');
      expect(problems).toEqual([]);
      if (button === 'Allow') {
        await page.goto(`${stack.file().baseUrl}/settings/activity?show=app_connected`);
        await page.locator('tbody').getByText('Connect an app').first().waitFor();
      }
      await context.close();
    },
  );

  it('is not shown in a frame of another site, also with a session', async () => {
    const { context } = await arrive();
    const address = app.authorizeUrl().replaceAll('&', '&amp;');
    const framing = createServer((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>x</title><iframe src="${address}">`),
    );
    await new Promise<void>((done) => framing.listen(0, '127.0.0.1', done));
    const page = await context.newPage();
    const problems = watchConsole(page);
    await page.goto(`http://127.0.0.1:${(framing.address() as AddressInfo).port}/`);
    expect(await page.frameLocator('iframe').getByRole('button', { name: 'Allow' }).isVisible()).toBe(false);
    await eventually(() => expect(problems.join()).toMatch(/frame-ancestors/));
    await context.close();
    framing.closeAllConnections();
    await new Promise((done) => framing.close(done));
  });
});
