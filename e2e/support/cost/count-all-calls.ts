import { insertTokens } from '../insert-tokens';
import { createMcpClient } from '../mcp-client';
import { runShipctlOf } from '../shipctl';
import { type Cost, countCalls } from './count-call';
import { COUNTED_CALLS, type CountedCall, type CountedShop } from './counted-calls';
import { type IdleWork, watchIdleWork } from './idle-work';
import { type CountedStack, startCountedStack } from './start-counted-stack';

export interface Costs {
  readonly idle: IdleWork;
  readonly calls: ReadonlyMap<string, Cost>;
}

/**
 * Counts every call of the table on a stack of its own.
 * @param checkout whose built programs run
 * @param only calls whose title has this text; all when absent
 */
export async function countAllCalls(
  environment: Record<string, string> = {},
  checkout = process.cwd(),
  only = '',
): Promise<Costs> {
  const counted = await startCountedStack({ VOID_REFUND_DELAY_S: '1', ...environment }, checkout);
  try {
    const rows = COUNTED_CALLS.filter(({ title }) => title.includes(only));
    const shops = await openShops(counted, rows);
    const idle = await watchIdleWork(counted.commands);
    const calls = new Map<string, Cost>();
    for (const [place, { title, prepare }] of rows.entries()) {
      const { sends, ...options } = await prepare(shops[place] as CountedShop);
      calls.set(title, await countCalls(counted, idle, sends, options));
    }
    return { idle, calls };
  } finally {
    await counted.remove();
  }
}

/** A funded account with a token for each row. */
async function openShops(counted: CountedStack, rows: readonly CountedCall[]): Promise<CountedShop[]> {
  const { stack, checkout, databaseUri } = counted;
  const { accountId } = await runShipctlOf<{ accountId: number }>(
    checkout,
    { DATA_DIR: stack.dataDir },
    ...['account', 'create', '--email', 'counted@example.com', '--password', 'correct horse battery'],
    ...['--plan', 'enterprise', '--balance', '1000'],
  );
  const tokens = await insertTokens(databaseUri, accountId, rows.length);
  return tokens.map((token) => openShop(counted, token));
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
    tool: (name, args = {}) => {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      return (traceparent) => send(mcpUrl, 'POST', call, traceparent);
    },
    rest: (method, path, body) => (traceparent) => send(`${baseUrl}${path}`, method, body, traceparent),
  };
}
