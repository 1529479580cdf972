import { eventually } from '@parcelyard/testing/eventually';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { connectSandboxStore } from './support/sandbox-store';
import { openShop, POLITE_PAUSE_MS } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

interface Job {
  job_id: number;
  status: string;
  counts: Record<'fetched' | 'created' | 'updated' | 'skipped' | 'failed', number>;
}

const finished = (mcp: McpClient, jobId: number) =>
  eventually(
    async () => {
      const { jobs } = await mcp.expectData('get_sync_status', { job_id: jobId });
      const [job] = jobs as Job[];
      expect(job?.status).toBe('completed');
      return job as Job;
    },
    120_000,
    POLITE_PAUSE_MS,
  );

const sync = async (mcp: McpClient, args: Record<string, unknown> = {}) => {
  const { jobs } = await mcp.expectData('sync_platform_orders', args);
  return (jobs as Job[])[0] as Job;
};

describe('orders of a store over the running stack', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ SPLIT: '1', FAIL_POINT: 'sync-page-imported' });
  }, 90_000);
  afterAll(() => stack.remove());

  it('two thousand, with orders killed in the middle: each is there once, and counted once [MCP-Y4]', async () => {
    const { account, mcp } = await openShop(stack);
    await connectSandboxStore(stack, account.accountId, 24);
    const before = stack.file().services.orders?.pid;
    const { job_id } = await sync(mcp, { days: 84 });
    await eventually(() => expect(stack.file().services.orders?.pid).not.toBe(before), 30_000);
    const { counts } = await finished(mcp, job_id);
    expect(counts.fetched).toBeGreaterThanOrEqual(2_000);
    expect(counts).toEqual({
      fetched: counts.fetched,
      created: counts.fetched,
      updated: 0,
      skipped: 0,
      failed: 0,
    });
    const { total } = await mcp.expectData('list_orders', { status: 'active', page_size: 1 });
    expect(total).toBe(counts.fetched);
  }, 240_000);

  it('the demo account has a connected sandbox store, and a re-run takes only news [MCP-Y1] [MCP-Y3]', async () => {
    const mcp = createMcpClient(stack.file().mcpUrl, stack.file().demo.accessToken);
    const { platforms } = await mcp.expectData('list_connected_platforms');
    expect(platforms).toMatchObject([{ platform: 'sandbox', status: 'connected', last_sync_at: null }]);
    const first = await finished(mcp, (await sync(mcp, { days: 1 })).job_id);
    expect(first.counts.created).toBeGreaterThan(0);
    const again = await finished(mcp, (await sync(mcp, { days: 1 })).job_id);
    expect(again.counts.fetched).toBeLessThanOrEqual(1);
    const after = await mcp.expectData('list_connected_platforms');
    expect((after.platforms as { last_sync_at: unknown }[])[0]?.last_sync_at).toEqual(expect.any(String));
  }, 180_000);
});
