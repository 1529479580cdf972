import { eventually } from '@parcelyard/testing/eventually';
import type { Stack } from './start-stack';

/** Ends every service of a split stack at once, as a power cut of their machines would, and waits for the next ones. */
export async function killServices(stack: Stack): Promise<void> {
  const before = stack.file().services;
  for (const { pid } of Object.values(before)) process.kill(pid, 'SIGKILL');
  await eventually(async () => {
    const { services, mcpUrl } = stack.file();
    for (const [name, { pid }] of Object.entries(before)) expect(services[name]?.pid).not.toBe(pid);
    // Through the gateway to auth and back: a ping without a token is refused by those who know tokens.
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${stack.file().demo.accessToken}`,
    };
    const answer = await fetch(mcpUrl, { method: 'POST', headers, body: JSON.stringify(ping) });
    expect(answer.status).toBe(200);
  }, 60_000);
}
