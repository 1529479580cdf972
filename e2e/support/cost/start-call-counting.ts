import { createVisitor } from '@parcelyard/testing/visitor';
import { insertTokens } from '../insert-tokens';
import { createMcpClient } from '../mcp-client';
import { createOAuthApp } from '../oauth-app';
import { runShipctlOf } from '../shipctl';
import { PASSWORD } from '../sign-up';
import { type Cost, countCalls } from './count-call';
import type { CountedCall, CountedShop } from './counted-calls';
import { type IdleWork, watchIdleWork } from './idle-work';
import { type CountedStack, startCountedStack } from './start-counted-stack';

const EMAIL = 'counted@example.com';
const APP = { clientId: 'counted-app', redirectUri: 'https://app.example/callback' };
const APP_SETTINGS = {
  OAUTH_HOSTED_CLIENT_ID: APP.clientId,
  OAUTH_HOSTED_CLIENT_NAME: 'The App',
  OAUTH_HOSTED_REDIRECT_URIS: APP.redirectUri,
};

export interface CallCounting {
  readonly idle: IdleWork;
  count(call: CountedCall): Promise<Cost>;
  remove(): Promise<void>;
}

/**
 * Starts a separate stack with a funded account and waits until it is idle.
 * @param checkout whose built programs run
 */
export async function startCallCounting(
  environment: Record<string, string> = {},
  checkout = process.cwd(),
): Promise<CallCounting> {
  const counted = await startCountedStack(
    { VOID_REFUND_DELAY_S: '1', ...APP_SETTINGS, ...environment },
    checkout,
  );
  const { stack, databaseUri, commands, remove } = counted;
  try {
    const { accountId } = await runShipctlOf<{ accountId: number }>(
      checkout,
      { DATA_DIR: stack.dataDir },
      ...['account', 'create', '--email', EMAIL, '--password', PASSWORD],
      ...['--plan', 'enterprise', '--balance', '1000'],
    );
    const idle = await watchIdleWork(commands);
    const count = async ({ prepare }: CountedCall) => {
      // Each row of the table has its own token, so that the calls of other rows do not use up the token's requests in
      // a minute.
      const [token = ''] = await insertTokens(databaseUri, accountId, 1);
      const { sends, ...options } = await prepare(openShop(counted, token));
      return countCalls(counted, idle, sends, options);
    };
    return { idle, count, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function openShop({ stack }: CountedStack, token: string): CountedShop {
  const { baseUrl, mcpUrl } = stack.file();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const send = async (url: string, method: string, body: object | undefined, traceparent: string) => {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(traceparent && { traceparent }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { result } = JSON.parse(text) as { result?: { isError: boolean } };
    if (!response.ok || result?.isError) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  };
  return {
    mcp: createMcpClient(mcpUrl, token),
    connectApp: async () => {
      const visitor = createVisitor(baseUrl);
      await visitor.press(await visitor.open('/signin'), 'Sign in', { email: EMAIL, password: PASSWORD });
      let { refresh_token } = await createOAuthApp(baseUrl, APP).connect(visitor);
      return async (traceparent) => {
        const body = new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: APP.clientId,
          refresh_token,
        });
        const response = await fetch(`${baseUrl}/oauth/token`, {
          method: 'POST',
          headers: traceparent ? { traceparent } : {},
          body,
        });
        const answer = (await response.json()) as { refresh_token: string };
        if (!response.ok) throw new Error(`refresh: ${response.status} ${JSON.stringify(answer)}`);
        ({ refresh_token } = answer);
      };
    },
    tool: (name, args = {}) => {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      return (traceparent) => send(mcpUrl, 'POST', call, traceparent);
    },
    rest: (method, path, body) => (traceparent) => send(`${baseUrl}${path}`, method, body, traceparent),
  };
}
