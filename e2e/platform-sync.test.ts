import { eventually } from '@parcelyard/testing/eventually';
import { aShopifyOrder } from '../services/orders/test/platforms/a-shopify-order';
import { SHOPIFY_TOKEN, startShopifyDouble } from '../services/orders/test/platforms/start-shopify-double';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { connectSandboxStore } from './support/sandbox-store';
import { shipctl } from './support/shipctl';
import { openShop, POLITE_PAUSE_MS } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

interface Job {
  job_id: number;
  status: string;
  errors: { code: string; message: string }[];
  counts: Record<'fetched' | 'created' | 'updated' | 'skipped' | 'failed', number>;
}

const finished = (mcp: McpClient, jobId: number, status = 'completed') =>
  eventually(
    async () => {
      const { jobs } = await mcp.expectData('get_sync_status', { job_id: jobId });
      const [job] = jobs as Job[];
      expect(job?.status).toBe(status);
      return job as Job;
    },
    120_000,
    POLITE_PAUSE_MS,
  );

const sync = async (mcp: McpClient, args: Record<string, unknown> = {}) => {
  const { jobs } = await mcp.expectData('sync_platform_orders', args);
  return (jobs as Job[])[0] as Job;
};

describe('orders of a store, with a running stack', () => {
  let stack: Stack;
  let shopify: Awaited<ReturnType<typeof startShopifyDouble>>;
  beforeAll(async () => {
    shopify = await startShopifyDouble();
    stack = await startStack({
      SPLIT: '1',
      EGRESS_ALLOW: shopify.host,
    });
  });
  afterAll(async () => {
    await stack.remove();
    await shopify.stop();
  });

  it('are imported and counted once, a thousand of them, when orders is killed in the middle [MCP-Y4]', async () => {
    const { account, mcp } = await openShop(stack);
    await connectSandboxStore(stack, account.accountId, 24);
    const before = stack.file().services.orders?.pid;
    stack.failAt('sync-page-imported');
    const { job_id } = await sync(mcp, { days: 42 });
    await eventually(() => expect(stack.file().services.orders?.pid).not.toBe(before));
    const { counts } = await finished(mcp, job_id);
    expect(counts.fetched).toBeGreaterThanOrEqual(1_000);
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

  it('come from the connected sandbox store of the demo account, and a second import adds only new ones [MCP-Y1] [MCP-Y3]', async () => {
    const mcp = createMcpClient(stack.file().mcpUrl, stack.file().demo.accessToken);
    const { platforms } = await mcp.expectData('list_connected_platforms');
    expect(platforms).toMatchObject([{ platform: 'sandbox', status: 'connected', last_sync_at: null }]);
    const first = await finished(mcp, (await sync(mcp, { days: 1 })).job_id);
    expect(first.counts.created).toBeGreaterThan(0);
    const again = await finished(mcp, (await sync(mcp, { days: 1 })).job_id);
    expect(again.counts.fetched).toBeLessThanOrEqual(1);
    const after = await mcp.expectData('list_connected_platforms');
    expect((after.platforms as { last_sync_at: unknown }[])[0]?.last_sync_at).toEqual(expect.any(String));
  });

  it('are imported completely from Shopify when orders is killed in the middle, and a revoked token is reported [MCP-Y4]', async () => {
    const { account, mcp } = await openShop(stack);
    const now = Date.now();
    const placed = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString();
    shopify.put(
      ...Array.from({ length: 50 }, (_, index) => aShopifyOrder({ updatedAt: placed(100 + index) })),
    );
    const connect = ['platform', 'connect', '--account', String(account.accountId), '--platform', 'shopify'];
    await shipctl(stack.dataDir, ...connect, '--shop', shopify.host, '--access-token', SHOPIFY_TOKEN);

    const before = stack.file().services.orders?.pid as number;
    shopify.hooks.onCall = (_call, count) => {
      // The third call fetches the second page. The first call tested the access, and the second call fetched the first
      // page.
      if (count === 3) process.kill(before, 'SIGKILL');
    };
    const { counts } = await finished(mcp, (await sync(mcp)).job_id);
    expect(stack.file().services.orders?.pid).not.toBe(before);
    expect(counts).toEqual({ fetched: 50, created: 50, updated: 0, skipped: 0, failed: 0 });
    // Shopify stores times in whole seconds.
    shopify.put(aShopifyOrder({ updatedAt: `${new Date().toISOString().slice(0, 19)}Z` }));
    expect((await finished(mcp, (await sync(mcp)).job_id)).counts).toMatchObject({ fetched: 1, created: 1 });

    shopify.revokeTokens();
    const { errors } = await finished(mcp, (await sync(mcp)).job_id, 'failed');
    expect(errors).toMatchObject([
      { code: 'access_refused', message: expect.stringContaining('Connect the store again.') },
    ]);
    const { platforms } = await mcp.expectData('list_connected_platforms');
    expect(platforms).toMatchObject([{ platform: 'shopify', status: 'error' }]);
    expect(stack.output()).not.toContain(SHOPIFY_TOKEN);
  });
});
