import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { catalogue } from '@parcelyard/gateway/tools/catalogue';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { Meeting } from '@parcelyard/testing/meeting';
import type { Visitor } from '@parcelyard/testing/visitor';
import { createOAuthApp } from './support/oauth-app';
import { signUp } from './support/sign-up';
import { type MetadataHost, startMetadataHost } from './support/start-metadata-host';
import { type Stack, startStack } from './support/start-stack';

const HOSTED = 'the-hosted-assistant';
const HOSTED_CALLBACK = 'https://assistant.example/callback';
const LOOPBACK = 'http://localhost/oauth/callback';

const OFFERED_TO_APPS = catalogue.filter(({ offeredToApps }) => offeredToApps).length;

describe('clients of other makers sign in', () => {
  let stack: Stack;
  let host: MetadataHost;
  let clientId: string;
  beforeAll(async () => {
    host = await startMetadataHost();
    clientId = host.publish('/app.json', (id) => ({
      client_id: id,
      client_name: 'The Command Line',
      redirect_uris: [LOOPBACK, 'http://127.0.0.1/oauth/callback'],
      token_endpoint_auth_method: 'none',
    }));
    stack = await startStack({
      NODE_EXTRA_CA_CERTS: host.caFile,
      EGRESS_ALLOW: host.host,
      OAUTH_METADATA_HOSTS: `claude.ai,${host.host}`,
      OAUTH_HOSTED_CLIENT_ID: HOSTED,
      OAUTH_HOSTED_REDIRECT_URIS: HOSTED_CALLBACK,
      // Long enough for four requests that are sent at one time, also on a busy machine.
      OAUTH_REFRESH_COLLECT_MS: '1000',
    });
  });
  afterAll(async () => {
    await stack.remove();
    await host.close();
  });

  const anOwner = async (): Promise<Visitor> => (await signUp(stack.file().baseUrl)).visitor;
  const approve = async (visitor: Visitor, address: URL | string): Promise<URL> => {
    const { leadsTo } = await visitor.press(await visitor.open(String(address)), 'Allow');
    return leadsTo as URL;
  };

  describe('the official SDK', () => {
    /** Returns the data that an app stores between the steps, in the form that the SDK requires. */
    function aProvider(
      identity: Pick<OAuthClientProvider, 'clientMetadataUrl'> & { hosted?: boolean },
      redirectUrl: string,
    ) {
      const kept: { tokens?: OAuthTokens; verifier?: string; sentTo?: URL; client?: { client_id: string } } =
        {
          ...(identity.hosted && { client: { client_id: HOSTED } }),
        };
      const provider: OAuthClientProvider = {
        ...(identity.clientMetadataUrl !== undefined && { clientMetadataUrl: identity.clientMetadataUrl }),
        redirectUrl,
        clientMetadata: { redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
        state: () => 'state-of-the-sdk',
        clientInformation: () => kept.client,
        saveClientInformation: (information) => {
          kept.client = information;
        },
        tokens: () => kept.tokens,
        saveTokens: (tokens) => {
          kept.tokens = tokens;
        },
        redirectToAuthorization: (url) => {
          kept.sentTo = url;
        },
        saveCodeVerifier: (verifier) => {
          kept.verifier = verifier;
        },
        codeVerifier: () => kept.verifier ?? '',
      };
      return { provider, kept };
    }
    const transport = (authProvider: OAuthClientProvider, refreshes = new Meeting()) =>
      new StreamableHTTPClientTransport(new URL(stack.file().mcpUrl), {
        authProvider,
        fetch: async (url, init) => {
          if (String(url).endsWith('/oauth/token')) await refreshes.join();
          return fetch(url, init);
        },
      });
    const connect = async (through: StreamableHTTPClientTransport) => {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(through as Parameters<Client['connect']>[0]);
      return client;
    };

    it.each([
      ['registered beforehand', { hosted: true }, HOSTED_CALLBACK],
      ['known by its metadata document', { document: true }, 'http://localhost:49152/oauth/callback'],
    ])(
      '%s gets from the refused call to a tool call, and refreshes by itself [MCP-A10] [MCP-A11] [MCP-A12]',
      async (_, kind, redirectUrl) => {
        const identity = 'hosted' in kind ? { hosted: true } : { clientMetadataUrl: clientId };
        const { provider, kept } = aProvider(identity, redirectUrl);
        const first = transport(provider);
        await expect(connect(first)).rejects.toThrow(UnauthorizedError);
        const back = await approve(await anOwner(), kept.sentTo as URL);
        expect(back.href.startsWith(redirectUrl)).toBe(true);
        expect(back.searchParams.get('state')).toBe('state-of-the-sdk');
        await first.finishAuth(back.searchParams.get('code') ?? '');

        const client = await connect(transport(provider));
        expect((await client.listTools()).tools).toHaveLength(OFFERED_TO_APPS);
        expect(await client.callTool({ name: 'list_orders', arguments: {} })).toMatchObject({
          isError: false,
        });
        await client.close();

        const old = kept.tokens as OAuthTokens;
        kept.tokens = { ...old, access_token: 'pyoa_of-yesterday' };
        const refreshes = new Meeting();
        const again = await connect(transport(provider, refreshes));
        expect(await again.callTool({ name: 'get_balance', arguments: {} })).toMatchObject({
          isError: false,
        });
        expect(kept.tokens?.refresh_token).not.toBe(old.refresh_token);

        // Each of these calls is refused because its token looks expired. For each of them, the SDK refreshes the token
        // separately, with the same refresh token. All these requests are sent at one time, because a request that a
        // busy machine sends too late would count as a second use.
        kept.tokens = { ...(kept.tokens as OAuthTokens), access_token: 'pyoa_of-yesterday' };
        refreshes.expect(4);
        const calls = ['get_balance', 'list_orders', 'list_products', 'list_pickups'].map((name) =>
          again.callTool({ name, arguments: {} }),
        );
        for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ isError: false });
        kept.tokens = { ...(kept.tokens as OAuthTokens), access_token: 'pyoa_of-yesterday' };
        expect(await again.callTool({ name: 'get_balance', arguments: {} })).toMatchObject({
          isError: false,
        });
        await again.close();
      },
    );
  });

  it('mcp-remote signs its user in through the browser and passes tool calls on [MCP-A12]', async () => {
    const visitor = await anOwner();
    const folder = await mkdtemp(join(tmpdir(), 'parcelyard-mcp-remote-'));
    const port = await freePort();
    const program = join(dirname(require.resolve('mcp-remote/package.json')), 'dist/proxy.js');
    const child = spawn(
      process.execPath,
      [
        program,
        stack.file().mcpUrl,
        String(port),
        '--client-metadata-url',
        clientId,
        '--transport',
        'http-only',
      ],
      {
        // The program would open the address in a browser. Here it runs the command `true` instead, and the test's
        // visitor opens the address.
        env: { PATH: process.env.PATH, HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true' },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    const said: string[] = [];
    createInterface(child.stderr).on('line', (line) => said.push(line));
    const answers = new Map<number, Record<string, unknown>>();
    createInterface(child.stdout).on('line', (line) => {
      const message = JSON.parse(line) as { id?: number };
      if (message.id !== undefined) answers.set(message.id, message);
    });
    const ask = async (id: number, method: string, params: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return eventually(() => {
        const answer = answers.get(id);
        if (!answer) throw new Error(`No answer to ${method}.\n${said.join('\n')}`);
        return answer.result as Record<string, unknown>;
      });
    };
    try {
      const address = await eventually(() => {
        const found = said.find((line) => line.includes('/oauth/authorize?'));
        // The program shows the address before it listens for the browser's return.
        const listens = said.some((line) => line.includes('callback server running'));
        if (found === undefined || !listens) throw new Error(`No address to open.\n${said.join('\n')}`);
        return found.trim();
      });
      const back = await approve(visitor, address);
      expect(back.origin).toBe(`http://localhost:${port}`);
      expect((await fetch(back)).status).toBe(200);

      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      expect(await ask(1, 'initialize', params)).toMatchObject({ serverInfo: { name: 'parcelyard' } });
      expect(await ask(2, 'tools/call', { name: 'get_balance', arguments: {} })).toMatchObject({
        isError: false,
        structuredContent: { balance: 0 },
      });
    } finally {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    }
  });

  describe('an app with a metadata document [MCP-A12]', () => {
    it('is shown with the name and host of its document, and may use any port of the computer', async () => {
      const app = createOAuthApp(stack.file().baseUrl, {
        clientId,
        redirectUri: 'http://127.0.0.1:5555/oauth/callback',
      });
      const page = await app.ask(await anOwner());
      for (const text of ['The Command Line', host.host, 'an app on this computer (127.0.0.1:5555)']) {
        expect(page.text).toContain(text);
      }
      expect(page.headers.get('content-security-policy')).toContain(
        "form-action 'self' http://127.0.0.1:5555;",
      );
    });

    it('is fetched once for many requests at once, and cached', async () => {
      const popular = host.publish('/popular.json', (id) => ({ client_id: id, redirect_uris: [LOOPBACK] }));
      const app = createOAuthApp(stack.file().baseUrl, { clientId: popular, redirectUri: LOOPBACK });
      const owner = await anOwner();
      const ask = async () => (await app.ask(owner)).status;
      expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set([200]));
      await ask();
      expect(host.requests('/popular.json')).toBe(1);
    });

    it.each([
      [
        'names another client',
        (h: MetadataHost) => h.publish('/a.json', () => ({ client_id: 'x', redirect_uris: [LOOPBACK] })),
      ],
      [
        'is longer than 5 KB',
        (h: MetadataHost) =>
          h.publish('/b.json', (id) => ({ client_id: id, redirect_uris: [LOOPBACK], x: 'x'.repeat(5_120) })),
      ],
      ['is a redirect to a valid one', (h: MetadataHost) => h.redirect('/c.json', '/app.json')],
      ['does not exist', (h: MetadataHost) => `https://${h.host}/d.json`],
      ['is on a host that is not allowed', () => 'https://localhost/app.json'],
      ['is not on https', (h: MetadataHost) => `http://${h.host}/app.json`],
    ])('that %s is refused on a page, and not fetched again for some time', async (_, arrange) => {
      const id = arrange(host);
      const app = createOAuthApp(stack.file().baseUrl, { clientId: id, redirectUri: LOOPBACK });
      const owner = await anOwner();
      for (let n = 0; n < 2; n += 1) {
        const page = await app.ask(owner);
        expect([page.status, page.leadsTo]).toEqual([400, undefined]);
      }
      const { pathname, host: named, protocol } = new URL(id);
      const asked = named === host.host && protocol === 'https:' ? 1 : 0;
      if (pathname !== '/app.json') expect(host.requests(pathname)).toBe(asked);
    });

    it('is not fetched for a visitor without a session', async () => {
      const quiet = host.publish('/quiet.json', (id) => ({ client_id: id, redirect_uris: [LOOPBACK] }));
      const app = createOAuthApp(stack.file().baseUrl, { clientId: quiet, redirectUri: LOOPBACK });
      const { status, headers } = await fetch(app.authorizeUrl(), { redirect: 'manual' });
      expect([status, headers.get('location')?.startsWith('/signin?return_to=')]).toEqual([303, true]);
      expect(host.requests('/quiet.json')).toBe(0);
      expect((await app.ask(await anOwner())).status).toBe(200);
    });
  });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
}
