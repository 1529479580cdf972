import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import type { Judge } from '../judge';
import { openAccount } from '../open-account';
import { withStack } from '../with-stack';
import type { Workshop } from '../workshop';

interface Result {
  readonly signingSecret: string;
  readonly status: string;
  readonly responseCode: number | null;
}

interface Receiver {
  readonly language: 'go' | 'php';
  start(workshop: Workshop, file: string, port: number, secret: string): Promise<ChildProcess>;
}

const RECEIVERS: readonly Receiver[] = [
  {
    language: 'go',
    start: async (workshop, file, port, secret) => {
      await workshop.run('go', ['vet', file]);
      const program = join(workshop.folder, 'receiver');
      await workshop.run('go', ['build', '-o', program, file], { timeout: 600_000 });
      return run(program, [], { PORT: String(port), SIGNING_SECRET: secret });
    },
  },
  {
    language: 'php',
    start: async (_, file, port, secret) =>
      run('php', ['-S', `127.0.0.1:${port}`, file], { SIGNING_SECRET: secret }),
  },
];

/** Runs the guide's receivers as their readers run them, with real deliveries. */
export const webhookReceivers: Judge = {
  name: 'webhook-receivers',
  proves:
    'The guide’s receivers in Go and PHP accept our deliveries, also while the secret is rotated, and refuse all other requests.',
  needs: ['go', 'php'],
  async judge(workshop) {
    const faults: string[] = [];
    let checked = 0;
    const ports = await Promise.all(RECEIVERS.map(freePort));
    const allowed = ports.map((port) => `127.0.0.1:${port}`).join(',');
    await withStack(
      async ({ baseUrl }) => {
        const html = await (await fetch(`${baseUrl}/public/docs/webhooks`)).text();
        for (const [index, { language, start }] of RECEIVERS.entries()) {
          const port = ports[index] as number;
          const url = `http://127.0.0.1:${port}/`;
          const call = caller(baseUrl, await openAccount(baseUrl, `receiver-${language}`));
          const { signingSecret } = await call('webhook', { url });
          const file = join(workshop.folder, `receiver.${language}`);
          writeFileSync(file, codeOf(html, language));
          const expect = (what: string, got: unknown, wanted: unknown) => {
            checked += 1;
            if (got !== wanted) faults.push(`${language}: ${what} was answered ${got}`);
          };
          const program = await start(workshop, file, port, signingSecret);
          try {
            await eventually(() => fetch(url, { method: 'POST' }), 30_000);
            expect('a delivery', (await call('webhook/test')).responseCode, 204);
            expect(
              'a request without a signature',
              (await fetch(url, { method: 'POST', body: '{}' })).status,
              400,
            );
            await call('webhook/rotate-secret');
            expect('a delivery with two signatures', (await call('webhook/test')).responseCode, 204);
            await call('webhook/rotate-secret');
            expect(
              'a delivery that is signed only with newer secrets',
              (await call('webhook/test')).responseCode,
              400,
            );
          } finally {
            program.kill();
          }
        }
      },
      { EGRESS_ALLOW: allowed },
    );
    const versions = [
      await workshop.run('go', ['version']),
      await workshop.run('php', ['-r', 'echo PHP_VERSION;']),
    ];
    return { version: `${versions[0]?.split(' ')[2]}, PHP ${versions[1]}`, checked, faults };
  },
};

function caller(baseUrl: string, token: string) {
  return async (path: string, body: unknown = {}): Promise<Result> => {
    const response = await fetch(`${baseUrl}/public/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { result, error } = (await response.json()) as { result?: Result; error?: string };
    if (!result) throw new Error(`${path}: ${error}`);
    return result;
  };
}

function codeOf(html: string, language: string): string {
  const [, block = ''] = html.split(`<figure id="verify-webhook-${language}"`);
  const [, code = ''] = /<code>([^<]*)<\/code>/.exec(block) ?? [];
  return code
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

const run = (program: string, words: readonly string[], environment: Readonly<Record<string, string>>) =>
  spawn(program, words, { env: { ...process.env, ...environment }, stdio: 'ignore' });

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
