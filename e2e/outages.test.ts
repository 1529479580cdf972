import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@parcelyard/testing/eventually';
import { insertTokens } from './support/insert-tokens';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { type LoadResult, runLoad } from './support/run-load';
import { createAccountWith, runShipctl } from './support/shipctl';
import { createOrder, rateOrder } from './support/shop';
import { type Cluster, startCluster } from './support/start-cluster';
import type { RunningProgram } from './support/start-program';

/**
 * How long the database and the event bus cannot be reached. The bus is unreachable for longer, because the services do
 * not notice a short outage of the bus.
 */
const DATABASE_AWAY_MS = 20_000;
const BUS_AWAY_MS = 40_000;

const CUSTOMER = {
  name: 'Grace Hopper',
  street1: '1 Main St',
  city: 'New York',
  state: 'NY',
  zip: '10118',
};
const ORDER = { ship_to: CUSTOMER, items: [{ name: 'Widget', price: 5 }], weight_oz: 12 };

/**
 * Matches what a caller may read while the database cannot be reached: a sentence that says so, or that says what to
 * check.
 */
const CLEAR = /not available right now|Something went wrong while running|not known/;

let cluster: Cluster;
/** The client that buys labels. Its account is not the account for which orders are placed during the outage. */
let buyer: McpClient;
let tokens: string[];
beforeAll(async () => {
  cluster = await startCluster({ gateways: 1, each: 1 });
  const [merchant, spender] = [
    await createAccountWith(cluster.operator, '--plan', 'enterprise'),
    await createAccountWith(cluster.operator, '--plan', 'enterprise', '--balance', '500'),
  ];
  tokens = await insertTokens(cluster.mongoUri, merchant.accountId, 400);
  buyer = createMcpClient(cluster.mcpUrl, spender.accessToken);
});
afterAll(() => cluster.remove());

const programOf = (name: string) =>
  cluster.programs.find((program) => program.name === name) as RunningProgram;
const readyz = async (name: string) => {
  const response = await fetch(`http://${programOf(name).ready().admin}/readyz`);
  return `${response.status} ${await response.text()}`.trim();
};
const figure = async (name: string, metric: string): Promise<number> => {
  const text = await (await fetch(`http://${programOf(name).ready().admin}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(metric));
  return Number(line?.split(' ').at(-1));
};
let readers = 0;
/**
 * Returns a client with another token each time, because one token allows sixty requests a minute and conditions are
 * checked often.
 */
const reader = () => createMcpClient(cluster.mcpUrl, tokens[readers++ % tokens.length] as string);
/** Returns how many orders the account has, and how many of them the address book has counted from events. */
const orders = async () => (await reader().expectData('list_orders', { page_size: 1 })).total as number;
const ordersCounted = async () => {
  const { customers } = await reader().expectData('list_customers', { query: CUSTOMER.name });
  return (customers as { order_count: number }[])[0]?.order_count;
};

/** Places and reads orders until stopped. After a failure it pauses, as polite callers do. */
function placeOrders(): { end(): Promise<LoadResult> } {
  let over = false;
  const load = runLoad({
    url: cluster.mcpUrl,
    tokens,
    callers: 4,
    call: (number) =>
      number % 2 === 0
        ? { name: 'create_order', args: ORDER }
        : { name: 'list_orders', args: { page_size: 1 } },
    pauseMs: 200,
    isOver: () => over,
  });
  return {
    end: () => {
      over = true;
      return load;
    },
  };
}

it('a database outage of 20 s causes clear errors, loses nothing, and requires no restart', async () => {
  const pids = cluster.programs.map((program) => program.pid());
  const rated = [];
  for (let number = 0; number < 3; number += 1) rated.push(await rateOrder(buyer, await createOrder(buyer)));
  const load = placeOrders();
  await eventually(async () => expect(await orders()).toBeGreaterThan(20), 60_000, 250);

  cluster.mongo.signal('SIGSTOP');
  const stoppedAt = performance.now();
  const buying = rated.map(({ purchase }) =>
    buyer.send('tools/call', { name: 'buy_label', arguments: { ...purchase, confirm: true } }),
  );
  try {
    await eventually(async () => {
      expect(await readyz('orders')).toBe('503 waiting for mongodb');
      expect(await readyz('auth')).toBe('503 waiting for mongodb');
    });
    await pause(Math.max(0, DATABASE_AWAY_MS - (performance.now() - stoppedAt)));
  } finally {
    cluster.mongo.signal('SIGCONT');
  }

  await eventually(async () => {
    expect(await readyz('orders')).toBe('200 ready');
    expect(await readyz('auth')).toBe('200 ready');
    await orders();
  });
  for (const { status, body } of await Promise.all(buying)) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toMatch(
      /tracking_number|not available right now|Something went wrong|not known/,
    );
  }
  const { failures, answers } = await load.end();
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter(({ reason }) => !CLEAR.test(reason))).toEqual([]);

  // Every confirmed order exists. An unconfirmed order may exist, too.
  const confirmed = answers.get('create_order')?.length ?? 0;
  const doubtful = failures.filter(({ tool }) => tool === 'create_order').length;
  const total = await orders();
  expect(total).toBeGreaterThanOrEqual(confirmed);
  expect(total).toBeLessThanOrEqual(confirmed + doubtful);
  // A purchase that got no clear answer is safe to repeat.
  for (const { purchase } of rated) {
    await eventually(
      async () => expect((await buyer.call('buy_label', { ...purchase, confirm: true })).isError).toBe(false),
      60_000,
      2_000,
    );
  }
  expect(await runShipctl(cluster.operator, 'ledger', 'verify')).toMatchObject({ ok: true });
  await eventually(async () => expect(await ordersCounted()).toBe(await orders()), 60_000, 2_000);
  expect(cluster.programs.map((program) => program.pid())).toEqual(pids);
}, 240_000);

it('during a bus outage of 40 s events wait and everything else works, and all events arrive afterwards', async () => {
  const load = placeOrders();
  await cluster.nats.kill();
  await pause(BUS_AWAY_MS);
  await eventually(async () =>
    expect(await figure('orders', 'parcelyard_outbox_lag_seconds{collection="orders"')).toBeGreaterThan(30),
  );
  expect(await readyz('orders')).toBe('200 ready');
  await cluster.nats.restart();

  const { failures, sent } = await load.end();
  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(100);
  await eventually(async () => expect(await ordersCounted()).toBe(await orders()), 60_000, 2_500);
  await eventually(async () => {
    expect(await figure('orders', 'parcelyard_outbox_lag_seconds{collection="orders"')).toBe(0);
  });
}, 240_000);
