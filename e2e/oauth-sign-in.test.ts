import { createVisitor } from '@parcelyard/testing/visitor';
import { createMcpClient } from './support/mcp-client';
import { createOAuthApp, type OAuthApp, type TokenAnswer, type Tokens } from './support/oauth-app';
import { type Owner, PASSWORD, signUp } from './support/sign-up';
import { type SecondGateway, startSecondGateway } from './support/start-second-gateway';
import { type Stack, startStack } from './support/start-stack';

const CLIENT_ID = 'the-hosted-assistant';
const REDIRECT_URI = 'https://assistant.example/api/mcp/callback?kind=mcp';
const SETTINGS = {
  OAUTH_HOSTED_CLIENT_ID: CLIENT_ID,
  OAUTH_HOSTED_CLIENT_NAME: 'The Assistant',
  OAUTH_HOSTED_REDIRECT_URIS: `${REDIRECT_URI},https://assistant.example.net/callback`,
  TRUST_PROXY_HOPS: '1',
  // Usually long enough for fifty requests to arrive, also on a busy machine.
  OAUTH_REFRESH_COLLECT_MS: '3000',
};
const INVALID_GRANT = {
  error: 'invalid_grant',
  error_description:
    'The authorization code or refresh token is invalid, expired, used or revoked, or does not match this request.',
};

describe('sign-in of apps, with two gateways', () => {
  let stack: Stack;
  let second: SecondGateway;
  let app: OAuthApp;
  /** The owner that several tests share. These tests leave no data behind that could disturb another test. */
  let patient: Owner | undefined;

  beforeAll(async () => {
    stack = await startStack(SETTINGS);
    second = await startSecondGateway(stack, SETTINGS);
    const { baseUrl } = stack.file();
    app = createOAuthApp(baseUrl, { clientId: CLIENT_ID, redirectUri: REDIRECT_URI }, [baseUrl, second.url]);
  });
  afterAll(async () => {
    await second.stop();
    await stack.remove();
  });

  const anOwner = () => signUp(stack.file().baseUrl);
  /** Returns each gateway's result for this token: `valid`, or the error of the refusal. */
  const tokenStatuses = (token: string) =>
    Promise.all(
      [stack.file().mcpUrl, `${second.url}/mcp`].map(async (url) => {
        const { status, body } = await createMcpClient(url, token).send('ping');
        return status === 200 ? 'valid' : body.error;
      }),
    );
  const [VALID, INVALID] = [
    ['valid', 'valid'],
    ['invalid_token', 'invalid_token'],
  ];
  const succeeded = (answers: TokenAnswer[]) => answers.filter(({ status }) => status === 200);

  it('leads from the challenge of a refused call through both documents, consent and code to a tool call [MCP-A10] [MCP-A11]', async () => {
    const { mcpUrl, baseUrl } = stack.file();
    const { email } = await anOwner();
    const headers = { 'content-type': 'application/json' };
    const refused = await fetch(mcpUrl, { method: 'POST', headers, body: '{"id":1,"method":"ping"}' });
    const [, resourceUrl = ''] =
      /^Bearer resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    const resource = (await (await fetch(resourceUrl)).json()) as Record<string, string[]>;
    expect(resource).toMatchObject({ resource: mcpUrl, authorization_servers: [baseUrl] });
    const [issuer] = resource.authorization_servers as [string];
    const server = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json();
    expect(server).toMatchObject({ issuer: baseUrl, token_endpoint: `${baseUrl}/oauth/token` });

    const visitor = createVisitor(baseUrl);
    const signIn = await app.ask(visitor);
    expect(signIn.path).toMatch(/^\/signin\?/);
    const approval = await visitor.press(signIn, 'Sign in', { email, password: PASSWORD });
    expect(approval.path).toMatch(/^\/oauth\/authorize\?/);
    for (const text of ['The Assistant', 'assistant.example', email]) expect(approval.text).toContain(text);
    const { leadsTo } = await visitor.press(approval, 'Allow');
    const answer = Object.fromEntries(leadsTo?.searchParams ?? []);
    expect(answer).toEqual({
      kind: 'mcp',
      code: expect.any(String),
      state: 'a state/with+signs & 100%',
      iss: baseUrl,
    });

    const { status, body } = await app.redeem(answer.code as string);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 86_400,
      refresh_token: expect.any(String),
      scope: 'mcp:full',
    });
    const mcp = createMcpClient(mcpUrl, body.access_token as string);
    expect(await mcp.expectData('list_orders')).toMatchObject({ orders: [], total: 0 });
  });

  it('offers every tool except the two that spend money, which do not exist for it [MCP-T13]', async () => {
    const { visitor, apiKey } = await anOwner();
    const mcp = createMcpClient(stack.file().mcpUrl, (await app.connect(visitor)).access_token);
    const toolsOf = async (client: typeof mcp) => {
      const { tools } = (await client.send('tools/list')).body.result as { tools: { name: string }[] };
      return tools.map(({ name }) => name);
    };
    const offered = await toolsOf(mcp);
    const all = await toolsOf(createMcpClient(stack.file().mcpUrl, await apiKey()));
    expect(all.filter((name) => !offered.includes(name)).sort()).toEqual([
      'buy_label',
      'trigger_batch_purchase',
    ]);
    for (const name of ['buy_label', 'trigger_batch_purchase']) {
      const { status, body } = await mcp.send('tools/call', { name, arguments: {} });
      expect([status, body.error]).toEqual([
        200,
        {
          code: -32602,
          message: `The tool '${name}' is not available on this server. Call tools/list to see the available tools.`,
        },
      ]);
    }
  });

  it('gives no access to REST', async () => {
    patient ??= await anOwner();
    const { visitor } = patient;
    const { access_token: token } = await app.connect(visitor);
    const response = await fetch(`${stack.file().baseUrl}/public/orders`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
  });

  it('gives nothing to an app that the owner denies [MCP-A11]', async () => {
    const { visitor } = await anOwner();
    const { leadsTo } = await visitor.press(await app.ask(visitor), 'Deny');
    expect(leadsTo?.searchParams.get('error')).toBe('access_denied');
    expect(leadsTo?.searchParams.get('code')).toBeNull();
    expect((await visitor.open('/settings/apps')).text).toContain('No app is connected');
  });

  it('of 50 redemptions of one code at once exactly one succeeds, and its tokens are revoked [MCP-A13]', async () => {
    const { visitor } = await anOwner();
    const before = await app.connect(visitor);
    const code = await app.code(visitor);
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.redeem(code)));
    const [winner, ...more] = succeeded(answers);
    expect([winner?.status, more]).toEqual([200, []]);
    for (const { status, body } of answers.filter((answer) => answer !== winner)) {
      expect([status, body]).toEqual([400, INVALID_GRANT]);
    }
    expect(await tokenStatuses(winner?.body.access_token as string)).toEqual(INVALID);
    expect(await tokenStatuses(before.access_token)).toEqual(INVALID);
    expect((await app.refresh(winner?.body.refresh_token as string)).body).toEqual(INVALID_GRANT);
    expect(await tokenStatuses((await app.connect(visitor)).access_token)).toEqual(VALID);
  });

  it('50 refreshes with one token at once, through both gateways, count as one use and return one pair [MCP-A13]', async () => {
    const attempt = async () => {
      const { visitor } = await anOwner();
      const sibling = await app.connect(visitor);
      const tokens = await app.connect(visitor);
      const refreshes = Array.from({ length: 50 }, () => app.refresh(tokens.refresh_token));
      return { sibling, tokens, answers: await Promise.all(refreshes) };
    };
    let seen = await attempt();
    // When a process stood still for seconds, its requests came too late and count as a second use. So a failed attempt
    // is repeated. A fault of the product makes every attempt fail.
    for (let again = 0; again < 2 && succeeded(seen.answers).length < 50; again += 1) seen = await attempt();
    const { sibling, tokens, answers } = seen;
    expect(succeeded(answers)).toHaveLength(50);
    const pairs = new Set(answers.map(({ body }) => body.access_token));
    expect(pairs.size).toBe(1);
    expect(await tokenStatuses(tokens.access_token)).toEqual(INVALID);
    for (const token of [[...pairs][0] as string, sibling.access_token])
      expect(await tokenStatuses(token)).toEqual(VALID);
  });

  it('a refresh ends the old pair at once, and the old refresh token revokes all connections of the app [MCP-A13]', async () => {
    const { visitor, apiKey } = await anOwner();
    const [first, sibling] = [await app.connect(visitor), await app.connect(visitor)];
    expect(await tokenStatuses(first.access_token)).toEqual(VALID);
    const refreshed = (await app.refresh(first.refresh_token)).body as unknown as Tokens;
    expect(await tokenStatuses(first.access_token)).toEqual(INVALID);
    expect(await tokenStatuses(refreshed.access_token)).toEqual(VALID);
    const replayed = await app.refresh(first.refresh_token);
    expect([replayed.status, replayed.body]).toEqual([400, INVALID_GRANT]);
    for (const { access_token: token } of [refreshed, sibling])
      expect(await tokenStatuses(token)).toEqual(INVALID);
    expect(await tokenStatuses(await apiKey())).toEqual(VALID);
  });

  it('a disconnected app and a replaced access token are refused by the next request on each gateway', async () => {
    const { visitor, apiKey } = await anOwner();
    const tokens = await app.connect(visitor);
    const key = await apiKey();
    expect([await tokenStatuses(tokens.access_token), await tokenStatuses(key)]).toEqual([VALID, VALID]);

    const connected = await visitor.open('/settings/apps');
    for (const text of ['The Assistant', 'assistant.example']) expect(connected.text).toContain(text);
    const question = await visitor.click(connected, 'Disconnect The Assistant');
    const { text } = await visitor.press(question, 'Disconnect the app');
    expect(text).not.toContain('The Assistant');
    expect(await tokenStatuses(tokens.access_token)).toEqual(INVALID);
    expect((await app.refresh(tokens.refresh_token)).body).toEqual(INVALID_GRANT);

    const fresh = await apiKey('Generate API key');
    expect(await tokenStatuses(key)).toEqual(INVALID);
    expect(await tokenStatuses(fresh)).toEqual(VALID);
  });

  it.each([
    ['another redirect URI', { redirect_uri: 'https://assistant.example.net/callback' }],
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['no verifier', { code_verifier: undefined }],
    ['a verifier of 129 characters', { code_verifier: 'w'.repeat(129) }],
    ['another code', { code: 'pyoc_nobody' }],
  ])('a code with %s is refused with the same message, and stays valid [MCP-A14]', async (_, changes) => {
    patient ??= await anOwner();
    const { visitor } = patient;
    const code = await app.code(visitor);
    const { status, body } = await app.redeem(code, changes);
    expect([status, body]).toEqual([400, INVALID_GRANT]);
    expect((await app.redeem(code)).status).toBe(200);
  });

  it('one IP address can make exactly 30 token requests a minute over both gateways, for any purpose [MCP-A14]', async () => {
    const minute = () => Math.floor(Date.now() / 60_000);
    const attempt = async (ip: string): Promise<TokenAnswer[]> => {
      const begun = minute();
      const answers = await Promise.all(Array.from({ length: 40 }, () => app.token({ grant_type: 'x' }, ip)));
      // When the minute ends during the requests, they count in two rate windows. The requests are then repeated from
      // another address.
      return minute() === begun ? answers : attempt(`${ip}1`);
    };
    const answers = await attempt('203.0.113.1');
    const slowed = answers.filter(({ status }) => status === 429);
    expect([answers.length, slowed.length]).toEqual([40, 10]);
    for (const { headers, body } of slowed) {
      expect(headers.get('retry-after')).toBe('60');
      expect(body).toEqual({ error: 'slow_down', error_description: expect.any(String) });
    }
  });
});
