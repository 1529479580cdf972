import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { type Shards, startShards } from '@parcelyard/testing/wire/start-shards';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { createAccountWith } from './support/shipctl';
import { createOrder, rateOrder } from './support/shop';
import { type Cluster, startCluster } from './support/start-cluster';
import { type RunningProgram, startProgram } from './support/start-program';

interface Shop {
  readonly accountId: number;
  readonly mcp: McpClient;
}

let folder: string;
let engine: RunningProgram;
let shards: Shards;
let cluster: Cluster;
let away: Shop;
let well: Shop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcelyard-shards-'));
  engine = await startProgram('embedded-mongo', {
    EMBEDDED_MONGO_DATA_DIR: folder,
    EMBEDDED_MONGO_PORT: String(await freePort()),
  });
  shards = await startShards(String(engine.ready().uri), ['settings']);
  const sharded = { MONGODB_URI: shards.uri };
  cluster = await startCluster({
    gateways: 1,
    each: 1,
    own: {
      orders: sharded,
      shipping: sharded,
      billing: sharded,
      pickups: sharded,
      'customers-email': sharded,
    },
  });
  const open = async (): Promise<Shop> => {
    const account = await createAccountWith(cluster.operator, '--plan', 'enterprise', '--balance', '500');
    return { accountId: account.accountId, mcp: createMcpClient(cluster.mcpUrl, account.accessToken) };
  };
  [away, well] = [await open(), await open()];
}, 240_000);
afterAll(async () => {
  shards.bringBack();
  await cluster.remove();
  await shards.stop();
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Makes one call of each kind; no call waits for another. */
function tryAll({ mcp }: Shop, orderId: number): Promise<unknown>[] {
  const label = async () => {
    const { purchase } = await rateOrder(mcp, orderId);
    await mcp.expectData('buy_label', { ...purchase, confirm: true });
  };
  return [
    label(),
    createOrder(mcp),
    mcp.expectData('list_orders', {}),
    mcp.expectData('get_order', { order_id: orderId }),
    mcp.expectData('get_balance', {}),
    mcp.expectData('get_shipping_report', {}),
    mcp.expectData('list_customers', {}),
    mcp.expectData('list_pickups', {}),
  ];
}

it('while the shard of one account does not answer, another account can do everything', async () => {
  const orders = await Promise.all([1, 2, 3, 4].map(() => createOrder(well.mcp)));
  const held = await createOrder(away.mcp);
  shards.takeAway(away.accountId);
  const refused: Promise<unknown>[] = [];
  for (const order of orders) {
    let isHeld = true;
    const ended = Promise.allSettled(tryAll(away, held)).then(() => {
      isHeld = false;
    });
    refused.push(ended);
    await Promise.all(tryAll(well, order));
    // The calls of the account on the unreachable shard have not ended yet.
    expect(isHeld).toBe(true);
  }
  // A customer's order count comes from events, so this check also shows that the events arrived.
  const customers = async () => (await well.mcp.expectData('list_customers', {})).customers;
  await eventually(async () => expect(await customers()).toMatchObject([{ order_count: 8 }]));
  shards.bringBack();
  await Promise.all(refused);
  await eventually(() => away.mcp.expectData('get_order', { order_id: held }));
  await eventually(() => away.mcp.expectData('list_orders', {}));
}, 240_000);
