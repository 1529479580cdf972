import { eventually } from '@parcelyard/testing/eventually';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { connectSandboxStore } from './support/sandbox-store';
import { shareStack } from './support/share-stack';
import { createOrder, openShop, POLITE_PAUSE_MS, rateOrder } from './support/shop';
import type { RunningStack } from './support/start-stack';

/** An id that no record has. */
const ABSENT = 999_999_999;

/**
 * Arguments that a tool requires besides ids. Without them, the tool would refuse the call before it looks for the
 * record.
 */
const OTHER_ARGUMENTS: Readonly<Record<string, Record<string, unknown>>> = {
  get_rates: { weight_oz: 12 },
  create_order: { items: [{ name: 'Bait', price: 1 }] },
  update_order: { order_note: 'Bait' },
  update_order_address: {
    ship_to: { name: 'Eve', street1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' },
  },
  create_or_update_customer: { first_name: 'Eve' },
  send_customer_email: { subject: 'Bait', body: 'Bait' },
  send_mass_marketing_email: { subject: 'Bait', body: 'Bait' },
};

interface Schema {
  type?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
}

interface OfferedTool {
  name: string;
  inputSchema: Schema;
}

/** A place for an id in a tool's arguments. */
interface IdPlace {
  /** The name of the innermost argument. */
  readonly name: string;
  /** Returns the value of the tool's argument, with this id in it. */
  fill(id: number): unknown;
}

describe('records of another account [MCP-E9]', () => {
  let stack: RunningStack;
  let tools: OfferedTool[];
  let victim: McpClient;
  /** The victim's ids, by the name of the argument that takes them. */
  let foreign: Record<string, number[]>;

  beforeAll(async () => {
    stack = await shareStack();
    const shop = await openShop(stack);
    victim = shop.mcp;
    tools = ((await victim.send('tools/list')).body.result as { tools: OfferedTool[] }).tools;
    await connectSandboxStore(stack, shop.account.accountId, 1);
    foreign = await fillAccount(victim);
  });

  it('get byte for byte the answer for unknown ones, in every tool with an id, and nothing is written', async () => {
    const before = await snapshot(victim);
    const told: unknown[] = [];
    let asked = 0;
    for (const tool of tools) {
      for (const place of idPlaces(tool.inputSchema)) {
        const ids = foreign[place.name];
        if (!ids) throw new Error(`Give the victim of this test a record for ${tool.name}'s ${place.name}.`);
        // One account for each tool, so that no token reaches its limit.
        const { account } = await openShop(stack);
        const intruder = createMcpClient(stack.file().mcpUrl, account.accessToken);
        const others = await otherArguments(tool, intruder);
        const own = await snapshot(intruder);
        for (const more of 'confirm' in (tool.inputSchema.properties ?? {})
          ? [{}, { confirm: true }]
          : [{}]) {
          const ask = (id: number) =>
            answer(intruder, tool.name, { ...others, ...more, ...(place.fill(id) as object) }, id);
          const absent = await ask(ABSENT);
          expect(absent).toContain('<id> was not found in this account.');
          for (const id of ids) {
            const got = await ask(id);
            asked += 1;
            if (got !== absent)
              told.push({ tool: tool.name, place: place.name, ...more, foreign: got, absent });
          }
        }
        expect(await snapshot(intruder)).toEqual(own);
      }
    }
    expect(told).toEqual([]);
    expect(asked).toBeGreaterThan(15);
    expect(await snapshot(victim)).toEqual(before);
  });
});

/** Returns the places for integer ids in a value of this schema, also inside lists and objects. */
function idPlaces({ type, items, properties = {} }: Schema, name = ''): IdPlace[] {
  if (type === 'integer') return /_ids?$/.test(name) ? [{ name, fill: (id) => id }] : [];
  if (items) return idPlaces(items, name).map((place) => ({ ...place, fill: (id) => [place.fill(id)] }));
  return Object.entries(properties).flatMap(([key, schema]) =>
    idPlaces(schema, key).map((place) => ({ ...place, fill: (id) => ({ [key]: place.fill(id) }) })),
  );
}

async function answer(
  mcp: McpClient,
  name: string,
  args: Record<string, unknown>,
  id: number,
): Promise<string> {
  const { status, body } = await mcp.send('tools/call', { name, arguments: args });
  return `${status} ${JSON.stringify(body.result)}`.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '<id>');
}

async function otherArguments({ name }: OfferedTool, mcp: McpClient): Promise<Record<string, unknown>> {
  if (name !== 'buy_label') return OTHER_ARGUMENTS[name] ?? {};
  const { purchase } = await rateOrder(mcp, await createOrder(mcp));
  return purchase;
}

/**
 * Creates at least one record of every kind whose id a tool takes. Returns the ids, by the name of the tool's argument.
 */
async function fillAccount(mcp: McpClient): Promise<Record<string, number[]>> {
  const ready = await createOrder(mcp);
  const order = await mcp.expectData('create_order', {
    ship_to: {
      name: 'Grace Hopper',
      street1: '1100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
    },
    weight_oz: 12,
  });
  const orderId = order.order_id as number;
  const { purchase, row } = await rateOrder(mcp, orderId);
  await mcp.expectData('buy_label', { ...purchase, confirm: true });
  const bought = await createOrder(mcp, { name: 'Charles Babbage' });
  await mcp.expectData('buy_label', { ...(await rateOrder(mcp, bought)).purchase, confirm: true });
  await mcp.expectData('mark_labels_printed', { order_ids: [orderId], confirm: true });
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const { available, date, next_available_date } = await mcp.expectData('check_pickup_availability', {
    date: day,
    carrier: row.carrier,
  });
  const pickup = await mcp.expectData('schedule_pickup', {
    date: available ? date : next_available_date,
    location: 'Front door',
    carrier: row.carrier,
    confirm: true,
  });
  const { batch_id } = await mcp.expectData('trigger_batch_purchase', {
    order_ids: [await createOrder(mcp, { name: 'Mary Somerville' })],
    confirm: true,
  });
  await eventually(
    async () =>
      expect(await mcp.expectData('get_batch_status', { batch_id })).toMatchObject({ status: 'completed' }),
    60_000,
    POLITE_PAUSE_MS,
  );
  const { jobs } = await mcp.expectData('sync_platform_orders', { days: 1 });
  const [{ job_id }] = jobs as [{ job_id: number }];
  await eventually(
    async () =>
      expect(await mcp.expectData('get_sync_status', { job_id })).toMatchObject({
        jobs: [{ status: 'completed' }],
      }),
    60_000,
    POLITE_PAUSE_MS,
  );
  const orderIds = [ready, bought, orderId];
  return {
    order_id: orderIds,
    order_ids: orderIds,
    customer_id: [order.customer_id as number],
    customer_ids: [order.customer_id as number],
    pickup_id: [pickup.pickup_id as number],
    batch_id: [batch_id as number],
    job_id: [job_id],
  };
}

async function snapshot(mcp: McpClient): Promise<unknown> {
  const { orders, ...page } = await mcp.expectData('list_orders', { status: 'active' });
  return {
    page,
    orders: await Promise.all(
      (orders as { order_id: number }[]).map(async ({ order_id }) => [
        await mcp.expectData('get_order', { order_id }),
        await mcp.expectData('get_label', { order_id }),
      ]),
    ),
    pickups: await mcp.expectData('list_pickups'),
    products: await mcp.expectData('list_products'),
    customers: await mcp.expectData('list_customers'),
    balance: await mcp.expectData('get_balance'),
  };
}
