import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createVisitor } from '@parcelyard/testing/visitor';
import type { Judge } from '../judge';
import { type RunningStack, withStack } from '../with-stack';
import { isOnPath, openWorkshop, type Workshop } from '../workshop';

const CLIENT_ID = 'the-proof';
const REDIRECT = 'https://assistant.example/callback';
const STACK = { OAUTH_HOSTED_CLIENT_ID: CLIENT_ID, OAUTH_HOSTED_REDIRECT_URIS: REDIRECT };

const CLIENT = '@modelcontextprotocol/client@2.4.0';
const MCP = 'mcp==2.3.0';
const GO_SDK = 'github.com/modelcontextprotocol/go-sdk@v1.8.0';

interface App {
  readonly file: string;
  /** Installs the app's packages next to its copy. Returns the command that runs the app. */
  install(room: Workshop, copy: string): Promise<[program: string, args: string[]]>;
}

const APPS: readonly App[] = [
  {
    // The app uses an expired access token five times, each time in four calls at once.
    file: 'typescript-client.mjs',
    install: async (room, copy) => {
      await room.npm([CLIENT]);
      return [process.execPath, [copy]];
    },
  },
  {
    // The app starts again with an expired access token.
    file: 'python-sdk.py',
    install: async (room, copy) => [join(await room.python([MCP]), 'python'), [copy]],
  },
  {
    file: 'go-sdk.go',
    install: async (room) => {
      await room.attempt('go', ['mod', 'init', 'parcelyard.example/sign-in']);
      await room.run('go', ['get', GO_SDK]);
      await room.run('go', ['mod', 'tidy'], { timeout: 600_000 });
      await room.run('go', ['build', '-o', 'walk', '.'], { timeout: 600_000 });
      return [join(room.folder, 'walk'), []];
    },
  },
];

export const signIn: Judge = {
  name: 'sign-in',
  proves: 'The official SDKs sign in, and stay signed in when tokens expire and when they call concurrently.',
  needs: ['python3'],
  async judge(workshop) {
    const faults: string[] = [];
    const figures: string[] = [];
    let checked = 0;
    await withStack(async (stack) => {
      const owner = await startOwner(stack);
      const { mcpUrl: MCP_URL } = stack;
      try {
        for (const { file, install } of APPS) {
          if (file.endsWith('.go') && !isOnPath('go')) {
            figures.push(`${file} needs go`);
            continue;
          }
          const room = openWorkshop(join(workshop.folder, file.replace('.', '-')));
          const copy = join(room.folder, file);
          cpSync(resolve('proofs/sign-in', file), copy);
          const [program, args] = await install(room, copy);
          const environment = { MCP_URL, OWNER_URL: owner.url, REDIRECT, CLIENT_ID };
          const { stdout, stderr } = await room.attempt(program, args, { environment });
          const { asked, good } = /^\{.*\}$/m.test(stdout) ? JSON.parse(stdout) : { asked: 1, good: 0 };
          checked += asked;
          figures.push(`${file}: ${good} of ${asked}`);
          if (good !== asked)
            faults.push(`${file}: ${good} of ${asked} calls ended well. ${stderr.slice(-500)}`);
        }
      } finally {
        owner.close();
      }
    }, STACK);
    return { version: [CLIENT, MCP, GO_SDK].join(', '), checked, faults, figures };
  },
};

/**
 * Signs in the owner, and starts a server that acts for the owner. A request to this server has the address of a
 * consent page in its query (`?url=…`). The owner then allows the app on that page, and the server answers with the
 * address to which the page leads.
 */
async function startOwner({ baseUrl, demo }: RunningStack) {
  const browser = createVisitor(baseUrl);
  const { email, password } = demo;
  await browser.press(await browser.open('/signin'), 'Sign in', { email, password });
  const allow = async (url: string) => {
    const { leadsTo } = await browser.press(await browser.open(url), 'Allow');
    return String(leadsTo);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://owner').searchParams.get('url') ?? '';
    allow(url).then(
      (back) => response.end(back),
      () => response.writeHead(500).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
