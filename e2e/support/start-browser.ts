import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * `chromium-headless-shell` needs half of the processor time that `chromium` needs, so it is used if Debian's package
 * for it is installed.
 */
const CHROMIUM = 'exec "$(command -v chromium-headless-shell || echo chromium)" "$@"';

/** On a machine with much other work, Playwright's default of 30 seconds is too short. */
const PATIENCE_MS = 120_000;

export interface RunningBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Starts the system's Chromium with its own profile, which is removed afterwards. */
export async function startBrowser(): Promise<RunningBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'parcelyard-browser-'));
  const child = spawn(
    'sh',
    [
      ...['-c', CHROMIUM, 'chromium', ...FLAGS],
      ...[`--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'],
    ],
    { stdio: 'ignore', detached: true, env: { ...process.env, HOME: profile } },
  );
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const stop = async () => {
    await end(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // The first line of this file contains the port. The file is complete when it has a second line.
    const file = join(profile, 'DevToolsActivePort');
    const port = await eventually(() => {
      const [line, path] = failure || !existsSync(file) ? [] : readFileSync(file, 'utf8').split('\n');
      if (!line || !path) throw new Error('Chromium does not listen.', { cause: failure });
      return Number(line);
    });
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: PATIENCE_MS });
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const context = await newContext(options);
      context.setDefaultTimeout(PATIENCE_MS);
      return context;
    };
    return {
      browser,
      close: async () => {
        await browser.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  // Kills all processes of Chromium.
  process.kill(-(child.pid as number), 'SIGKILL');
  await ended;
}
