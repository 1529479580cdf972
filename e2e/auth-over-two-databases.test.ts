import { eventually } from '@parcelyard/testing/eventually';
import { createVisitor, formOf } from '@parcelyard/testing/visitor';
import { createMcpClient } from './support/mcp-client';
import { createOAuthApp, type OAuthApp, type Tokens } from './support/oauth-app';
import { createRestClient } from './support/rest-client';
import { createAccountWith, type NewAccount, printShipctl } from './support/shipctl';
import { createOrder } from './support/shop';
import { type Owner, PASSWORD, signUp } from './support/sign-up';
import { type AuthDatabase, startAuthDatabase } from './support/start-auth-database';
import { type Cluster, startCluster } from './support/start-cluster';

const CLIENT_ID = 'the-hosted-assistant';
const REDIRECT_URI = 'https://assistant.example/api/mcp/callback';
const NOT_NOW = 'The service is not available right now. Try again in a moment.';
const NO_TOKENS = { status: 503, body: { error: 'temporarily_unavailable' } };
const PLACES = [0, 1] as const;
type Place = (typeof PLACES)[number];

let databases: [AuthDatabase, AuthDatabase];
let cluster: Cluster;
let app: OAuthApp;
/**
 * `accounts` were created by an operator, and `owners` signed up in a browser. In both variables, the first list
 * belongs to the first database, and the second list to the second database.
 */
let accounts: [NewAccount[], NewAccount[]];
let owners: [Owner[], Owner[]];

/** Opens more accounts until each database has two. */
async function ofBoth<Found extends { email: string }>(
  open: () => Promise<Found>,
): Promise<[Found[], Found[]]> {
  const found: [Found[], Found[]] = [[], []];
  while (found.some(({ length }) => length < 2)) {
    const next = await open();
    found[(await databases[0].hasOwner(next.email)) ? 0 : 1].push(next);
  }
  return found;
}

const baseUrl = () => cluster.mcpUrl.replace(/\/mcp$/, '');
beforeAll(async () => {
  databases = [await startAuthDatabase(), await startAuthDatabase()];
  const [first, second] = databases;
  cluster = await startCluster({
    gateways: 2,
    each: { auth: 2 },
    own: { auth: { MONGODB_URI: first.uri, MONGODB_FURTHER_URIS: second.uri } },
    environment: {
      OAUTH_HOSTED_CLIENT_ID: CLIENT_ID,
      OAUTH_HOSTED_REDIRECT_URIS: REDIRECT_URI,
      TRUST_PROXY_HOPS: '1',
    },
  });
  app = createOAuthApp(baseUrl(), { clientId: CLIENT_ID, redirectUri: REDIRECT_URI }, cluster.gatewayUrls);
  accounts = await ofBoth(() => createAccountWith(cluster.operator, '--plan', 'enterprise'));
  owners = await ofBoth(() => signUp(baseUrl()));
}, 240_000);
afterAll(async () => {
  for (const database of databases) database.thaw();
  await cluster.remove();
  for (const database of databases) await database.stop();
});

const nth = <Found>(found: readonly Found[], at: number): Found => found[at] as Found;
/** Returns the status that each gateway answers to this token. */
const tokenStatuses = (token: string) =>
  Promise.all(
    cluster.gatewayUrls.map(async (url) => (await createMcpClient(`${url}/mcp`, token).send('ping')).status),
  );
/**
 * Waits until both gateways can check tokens again. A gateway calls the two replicas of auth in turn, so two requests
 * to each gateway reach both replicas. Each process must notice by itself that a database is available again.
 */
const bothServed = () =>
  eventually(async () => {
    for (const [{ accessToken }] of accounts as [[NewAccount], [NewAccount]]) {
      for (const url of [...cluster.gatewayUrls, ...cluster.gatewayUrls])
        expect((await createRestClient(url, accessToken)('GET', '/public/orders')).status).toBe(200);
    }
  });
const rest = (token: string) => createRestClient(baseUrl(), token);

describe.each(PLACES)('an owner in database %i of two', (place) => {
  it('signs up, sees an API key, lists orders over MCP and REST, signs out and in again', async () => {
    const { visitor, email, apiKey } = nth(owners[place], 0);
    const key = await apiKey();
    await createOrder(createMcpClient(cluster.mcpUrl, key));
    const { orders } = await createMcpClient(cluster.mcpUrl, key).expectData('list_orders', {});
    expect(orders).toHaveLength(1);
    expect((await rest(key)('GET', '/public/orders')).status).toBe(200);
    await visitor.press(await visitor.open('/settings/account'), 'Sign out');
    expect((await visitor.open('/settings/account')).path).toMatch(/^\/signin/);
    const { path } = await visitor.press(await visitor.open('/signin'), 'Sign in', {
      email,
      password: PASSWORD,
    });
    expect(path).not.toMatch(/^\/signin/);
    expect((await visitor.open('/settings/account')).text).toContain(email);
  });

  it('replaces the API key, and every gateway then refuses the old one', async () => {
    const owner = nth(owners[place], 1);
    const old = await owner.apiKey();
    expect(await tokenStatuses(old)).toEqual([200, 200]);
    const next = await owner.apiKey('Generate API key');
    expect(await tokenStatuses(old)).toEqual([401, 401]);
    expect(await tokenStatuses(next)).toEqual([200, 200]);
  });

  it('connects an app, which refreshes its tokens, and a replay of the old token ends the connection', async () => {
    const { visitor } = nth(owners[place], 0);
    const first = await app.connect(visitor);
    expect(await tokenStatuses(first.access_token)).toEqual([200, 200]);
    const refreshed = await app.refresh(first.refresh_token);
    const next = refreshed.body as unknown as Tokens;
    expect(refreshed.status).toBe(200);
    expect(await tokenStatuses(first.access_token)).toEqual([401, 401]);
    expect(await tokenStatuses(next.access_token)).toEqual([200, 200]);
    expect(await app.refresh(first.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect(await tokenStatuses(next.access_token)).toEqual([401, 401]);
  });

  it('gets sixty requests a minute, over all gateways', async () => {
    const { accessToken } = nth(accounts[place], 1);
    await eventually(
      async () => {
        const minute = new Date().getUTCMinutes();
        const answers = await Promise.all(Array.from({ length: 40 }, () => tokenStatuses(accessToken)));
        // A rate window is one minute of the clock, so all requests must be in the same minute.
        expect(new Date().getUTCMinutes()).toBe(minute);
        const statuses = answers.flat();
        // Fails when an earlier try has already sent requests in the same minute. `eventually` then tries again in
        // another minute.
        expect(statuses.filter((status) => status === 200)).toHaveLength(60);
        expect(statuses.filter((status) => status === 429)).toHaveLength(20);
      },
      130_000,
      61_000,
    );
  });

  it("costs the owner's database one statement for each check, and the other none", async () => {
    const { accessToken } = nth(accounts[place], 0);
    const { access_token: ofApp } = await app.connect(nth(owners[place], 1).visitor);
    for (const token of [accessToken, ofApp]) expect(await tokenStatuses(token)).toEqual([200, 200]);
    for (const database of databases) database.forget();
    for (let n = 0; n < 10; n += 1) {
      await createMcpClient(cluster.mcpUrl, accessToken).send('ping');
      await createMcpClient(cluster.mcpUrl, ofApp).send('ping');
      await rest(accessToken)('GET', '/public/orders');
    }
    const checks = databases.map((database) =>
      database.statements().filter((statement) => /\.(tokens|connected_apps) /.test(statement)),
    );
    expect(checks[place]).toHaveLength(30);
    expect(checks[1 - place]).toEqual([]);
  });
});

const OUTAGES: readonly [string, Place, (database: AuthDatabase, isAway: boolean) => void][] = [
  [
    'the second database does not answer',
    1,
    (database, isAway) => (isAway ? database.freeze() : database.thaw()),
  ],
  ['the first database elects its primary', 0, (database, isAway) => database.elect(isAway)],
];

describe.each(OUTAGES)('while %s', (_case, away, set) => {
  const here: Place = away === 0 ? 1 : 0;
  let tokens: [string, string];
  let connections: [Tokens, Tokens];
  beforeAll(async () => {
    tokens = [nth(accounts[0], 0).accessToken, nth(accounts[1], 0).accessToken];
    connections = [
      await app.connect(nth(owners[0], 1).visitor),
      await app.connect(nth(owners[1], 1).visitor),
    ];
    set(databases[away], true);
    await eventually(async () =>
      expect((await rest(tokens[away])('GET', '/public/orders')).status).toBe(503),
    );
  });
  afterAll(async () => {
    set(databases[away], false);
    await bothServed();
  });

  it('its accounts get an error in the format of each surface', async () => {
    const mcp = await createMcpClient(cluster.mcpUrl, tokens[away]).send('tools/list');
    expect(mcp.body.error).toEqual({ code: -32_603, message: NOT_NOW });
    const answer = await rest(tokens[away])('GET', '/public/orders');
    expect([answer.status, answer.body]).toEqual([
      503,
      { success: false, code: 'unavailable', error: NOT_NOW },
    ]);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    const page = await nth(owners[away], 0).visitor.open('/orders');
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('is not available right now')]);
    expect(await app.refresh(connections[away].refresh_token)).toMatchObject(NO_TOKENS);
  });

  it('accounts of the other database continue: calls, pages and new orders', async () => {
    const { visitor } = nth(owners[here], 0);
    for (let n = 0; n < 3; n += 1) {
      await createOrder(createMcpClient(cluster.mcpUrl, tokens[here]));
      expect((await rest(tokens[here])('GET', '/public/orders')).status).toBe(200);
      expect((await visitor.open('/orders')).status).toBe(200);
      expect(await tokenStatuses(connections[here].access_token)).toEqual([200, 200]);
    }
    for (const gateway of cluster.programs.filter(({ name }) => name === 'gateway' || name === 'auth'))
      expect((await fetch(`http://${gateway.ready().admin}/readyz`)).status).toBe(200);
  });

  it('sign-ins and token refreshes continue when the database that counts their network is available', async () => {
    const { email } = nth(owners[here], 1);
    const results = [];
    for (let n = 0; n < 12; n += 1) results.push(await signInFrom(`198.51.${n}.1`, email));
    expect(new Set(results)).toEqual(new Set([303, 503]));
    expect(await signInFrom('198.51.100.1', nth(owners[away], 1).email)).toBe(503);
    // Each try sends its refresh from a new network. The requests of a network are counted in one of the two databases.
    // If that database is unavailable, the try is refused, and the next network may belong to the other database.
    await eventually(async () => {
      const answer = await app.refresh(connections[here].refresh_token);
      if (answer.status !== 200) expect(answer).toMatchObject(NO_TOKENS);
      expect(answer.status).toBe(200);
    });
  });

  it('a new account is created when its database answers, and refused otherwise', async () => {
    const create = () => {
      const email = `new-${process.pid}-${Math.random()}@example.com`;
      return printShipctl(cluster.operator, 'account', 'create', '--email', email, '--password', PASSWORD);
    };
    const told = [];
    // Chance decides to which database a new account belongs. So accounts are created until one creation succeeded and
    // another was refused.
    while (new Set(told.map(({ exitCode }) => exitCode)).size < 2)
      told.push(...(await Promise.all([create(), create(), create(), create()])));
    const opened = told.filter(({ exitCode }) => exitCode === 0);
    for (const { stdout, exitCode } of told) if (exitCode !== 0) expect(stdout).toContain('not available');
    for (const { stdout } of opened)
      expect(await tokenStatuses((JSON.parse(stdout) as NewAccount).accessToken)).toEqual([200, 200]);
  });
});

async function signInFrom(ip: string, email: string): Promise<number> {
  const visitor = createVisitor(baseUrl());
  const { action, values } = formOf(await visitor.open('/signin'), 'Sign in');
  const { status } = await visitor.send(action, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': ip },
    body: new URLSearchParams({ ...values, email, password: PASSWORD }).toString(),
  });
  return status;
}

describe('when the database is available again', () => {
  it('the same tokens, sessions and connections are valid again, without a restart', async () => {
    await bothServed();
    for (const place of PLACES) {
      const { visitor } = nth(owners[place], 0);
      expect(await tokenStatuses(nth(accounts[place], 0).accessToken)).toEqual([200, 200]);
      expect((await visitor.open('/orders')).status).toBe(200);
      expect(await tokenStatuses((await app.connect(visitor)).access_token)).toEqual([200, 200]);
    }
  });
});
