import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import type { Browser, Frame, Page } from 'playwright-core';

export interface ViewMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly url?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  };
}

export interface ShownView {
  readonly page: Page;
  /** The document of the view. */
  readonly frame: Frame;
  messages(): Promise<ViewMessage[]>;
  /** Returns the address that the view asked its host to open. */
  askedLink(): Promise<string>;
  /** Returns how often the view called this tool with `confirm: true`. */
  confirms(tool: string): Promise<number>;
  /** Console errors of the page and of the view, and exceptions that they threw. */
  readonly problems: readonly string[];
  /** Addresses that the view's own document loaded. */
  readonly loaded: readonly string[];
}

interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** The host loses the answers to this tool's calls with `confirm: true`. */
  readonly lose?: string;
}

export interface ViewHost {
  show(tool: string, args: object, look?: Look): Promise<ShownView>;
  stop(): Promise<void>;
}

/** Starts `examples/view-host.mjs` for one token, in this browser. */
export async function startViewHost(
  browser: Browser,
  mcpUrl: string,
  accessToken: string,
): Promise<ViewHost> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(process.cwd(), 'examples/view-host.mjs')], {
    env: {
      PATH: process.env.PATH,
      MCP_URL: mcpUrl,
      ACCESS_TOKEN: accessToken,
      VIEW_HOST_PORT: String(port),
      VIEW_SANDBOX_PORT: String(sandboxPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
  return {
    show: (tool, args, look = {}) => show(browser, `http://127.0.0.1:${port}`, tool, args, look),
    stop: () => end(child),
  };
}

async function show(
  browser: Browser,
  address: string,
  tool: string,
  args: object,
  { theme = 'light', width = 760, lose }: Look,
): Promise<ShownView> {
  const context = await browser.newContext({ viewport: { width, height: 1400 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const problems: string[] = [];
  const loaded: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (request.frame().parentFrame()?.parentFrame()) loaded.push(request.url());
  });
  const query = new URLSearchParams({ tool, arguments: JSON.stringify(args), theme, ...(lose && { lose }) });
  await page.goto(`${address}/?${query}`);
  const frame = await eventually(() => {
    const found = page.frames().find((one) => one.parentFrame()?.parentFrame());
    if (!found) throw new Error(`No view yet. ${problems.join(' ')}`);
    return found;
  }, 60_000);
  await frame.locator('h1, .notice').first().waitFor({ timeout: 60_000 });
  const messages = () => page.evaluate('globalThis.viewMessages') as Promise<ViewMessage[]>;
  return {
    page,
    frame,
    problems,
    loaded,
    messages,
    askedLink: () =>
      eventually(async () => {
        const url = (await messages()).find(({ method }) => method === 'ui/open-link')?.params?.url;
        if (!url) throw new Error('The view has not requested a link yet.');
        return url;
      }),
    confirms: async (name) =>
      (await messages()).filter(({ params }) => params?.name === name && params.arguments?.confirm === true)
        .length,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
