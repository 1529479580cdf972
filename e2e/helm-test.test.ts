import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Stack, startStack } from './support/start-stack';

const run = promisify(execFile);
const check = resolve(__dirname, '../charts/parcelyard/files/mcp-check.mjs');

describe('the check that `helm test` runs in the cluster', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  }, 90_000);
  afterAll(() => stack.remove());

  const runCheck = (variables: Record<string, string>) =>
    run(process.execPath, [check], { env: { MCP_URL: stack.file().mcpUrl, ...variables } });

  it('lists tools and orders with an access token', async () => {
    const { stdout } = await runCheck({ ACCESS_TOKEN: stack.file().demo.accessToken });
    expect(stdout).toContain('ok: list_orders answers');
  });

  it('sees without one that the door is there and shut', async () => {
    const { stdout } = await runCheck({});
    expect(stdout).toContain('ok: a call without a token is refused');
  });

  it('fails when something else answers', async () => {
    const elsewhere = `${stack.file().baseUrl}/nothing`;
    await expect(runCheck({ MCP_URL: elsewhere })).rejects.toThrow(/Not so|JSON/);
  });
});
