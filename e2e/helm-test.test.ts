import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { shareStack } from './support/share-stack';
import type { RunningStack } from './support/start-stack';

const run = promisify(execFile);
const check = resolve(__dirname, '../charts/parcelyard/files/mcp-check.mjs');

describe('the check that `helm test` runs in the cluster', () => {
  let stack: RunningStack;
  beforeAll(async () => {
    stack = await shareStack();
  });

  const runCheck = (variables: Record<string, string>) =>
    run(process.execPath, [check], { env: { MCP_URL: stack.file().mcpUrl, ...variables } });

  it('lists tools and orders with an access token', async () => {
    const { stdout } = await runCheck({ ACCESS_TOKEN: stack.file().demo.accessToken });
    expect(stdout).toContain('ok: list_orders answers');
  });

  it('checks without a token that the gateway is reachable and refuses the call', async () => {
    const { stdout } = await runCheck({});
    expect(stdout).toContain('ok: a call without a token is refused');
  });

  it('waits for a network that accepts a pod some time after its start', async () => {
    const { hostname, port } = new URL(stack.file().mcpUrl);
    let tries = 0;
    const door = createServer((outside) => {
      tries += 1;
      if (tries <= 2) {
        outside.resetAndDestroy();
        return;
      }
      const inside = connect(Number(port), hostname);
      outside.pipe(inside).pipe(outside);
    }).listen(0, '127.0.0.1');
    await once(door, 'listening');
    const { port: admitted } = door.address() as AddressInfo;
    const { stdout } = await runCheck({ MCP_URL: `http://127.0.0.1:${admitted}/mcp` }).finally(() =>
      door.close(),
    );
    expect(stdout).toContain('ok: a call without a token is refused');
    expect(tries).toBeGreaterThan(2);
  });

  it('fails when another program answers', async () => {
    const elsewhere = `${stack.file().baseUrl}/nothing`;
    await expect(runCheck({ MCP_URL: elsewhere })).rejects.toThrow(/Not so|JSON/);
  });
});
