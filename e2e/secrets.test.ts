import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVisitor } from '@parcelyard/testing/visitor';
import { createMcpClient } from './support/mcp-client';
import { createOAuthApp } from './support/oauth-app';
import { type Stack, startStack } from './support/start-stack';

const APP = { clientId: 'the-hosted-assistant', redirectUri: 'https://assistant.example/callback' };
const PASSWORD = 'a password that nobody else has';
const NEXT_PASSWORD = 'another password that nobody else has';
const TYPO = 'a passwort that nobody else has';

/**
 * Files that the stack writes at its start and that must contain secrets: the demo's credentials in `stack.json`, and
 * the keys that seal everything in `secrets.json`.
 */
const FILES_WITH_SECRETS = new Set(['stack.json', 'secrets.json']);

describe('secrets of a whole run', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({
      LOG_LEVEL: 'trace',
      OAUTH_HOSTED_CLIENT_ID: APP.clientId,
      OAUTH_HOSTED_REDIRECT_URIS: APP.redirectUri,
    });
  });
  afterAll(() => stack.remove());

  it('are in no log and in no file as plain text', async () => {
    const { baseUrl, mcpUrl } = stack.file();
    const secrets = new Map<string, string>([
      ['password', PASSWORD],
      ['new password', NEXT_PASSWORD],
      ['mistyped password', TYPO],
    ]);
    const visitor = createVisitor(baseUrl);
    const noteCookies = (when: string) => {
      for (const [name, value] of visitor.cookies) secrets.set(`${name} ${when}`, value);
    };
    const keyOn = async (path: string, button: string) => {
      const { html } = await visitor.press(await visitor.open(path), button);
      return /OAUTH2\.[\w-]{43}/.exec(html)?.[0] ?? '';
    };

    const person = { name: 'Ada Lovelace', email: 'ada@example.com', password: PASSWORD };
    const signUp = await visitor.open('/signup');
    noteCookies('before sign-up');
    await visitor.press(signUp, 'Create account', person);
    noteCookies('after sign-up');
    secrets.set('first API key', await keyOn('/settings/api', 'Show API key'));
    await createMcpClient(mcpUrl, secrets.get('first API key') as string).send('ping');
    secrets.set('second API key', await keyOn('/settings/api/generate', 'Generate API key'));
    await createMcpClient(mcpUrl, secrets.get('first API key') as string).send('ping');
    const mcp = createMcpClient(mcpUrl, secrets.get('second API key') as string);
    expect((await mcp.send('ping')).status).toBe(200);

    const bearer = { authorization: `Bearer ${secrets.get('second API key')}` };
    const json = { 'content-type': 'application/json' };
    const webhook = await visitor.send('/public/webhook', {
      method: 'POST',
      headers: { ...bearer, ...json },
      body: JSON.stringify({ url: 'https://93.184.215.14/hook' }),
    });
    const { result } = (await webhook.json()) as { result: { signingSecret: string } };
    secrets.set('signing secret', result.signingSecret);
    for (const password of [TYPO, PASSWORD]) {
      const body = JSON.stringify({ email: person.email, password });
      await visitor.send('/public/token', { method: 'POST', headers: json, body });
    }

    const app = createOAuthApp(baseUrl, APP);
    const approval = await visitor.open(app.authorizeUrl().slice(baseUrl.length));
    const allowed = await visitor.press(approval, 'Allow');
    const code = allowed.leadsTo?.searchParams.get('code') ?? '';
    const tokens = (await app.redeem(code)).body as { access_token: string; refresh_token: string };
    const renewed = (await app.refresh(tokens.refresh_token)).body as typeof tokens;
    for (const [name, value] of Object.entries({ ...tokens, code })) secrets.set(`first ${name}`, value);
    for (const [name, value] of Object.entries(renewed)) secrets.set(`renewed ${name}`, String(value));
    await createMcpClient(mcpUrl, renewed.access_token).send('ping');
    for (const name of [...secrets.keys()])
      if (/token_type|expires_in|scope/.test(name)) secrets.delete(name);

    const fields = { present_password: PASSWORD, new_password: NEXT_PASSWORD };
    await visitor.press(await visitor.open('/settings/account'), 'Change password', fields);
    noteCookies('after the change');
    await visitor.press(await visitor.open('/settings/account'), 'Sign out');
    const wrong = { email: person.email, password: TYPO };
    expect((await visitor.press(await visitor.open('/signin'), 'Sign in', wrong)).status).toBe(401);

    // The run really created all of these secrets. Each secret is so long that the search cannot find it by chance.
    expect([...secrets].filter(([, value]) => value.length < 20)).toEqual([]);
    expect(secrets.size).toBeGreaterThanOrEqual(14);

    await stack.stop();
    const places = [['what it printed', Buffer.from(stack.output())] as const, ...filesOf(stack.dataDir)];
    const found = places.flatMap(([place, content]) =>
      [...secrets].filter(([, value]) => content.includes(value)).map(([name]) => `${name} in ${place}`),
    );
    expect(found).toEqual([]);
    // The account's e-mail address is no secret and is stored. The search finds it, which proves that the search works.
    expect(places.some(([, content]) => content.includes(person.email))).toBe(true);
  });
});

function filesOf(folder: string): (readonly [string, Buffer])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !FILES_WITH_SECRETS.has(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path)] as const;
    });
}
