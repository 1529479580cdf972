import { eventually } from '@parcelyard/testing/eventually';
import type { McpClient } from '../mcp-client';
import { anOrderBody } from '../rest-client';
import { createOrder, rateOrder } from '../shop';
import type { CallOptions, Send } from './count-call';

/**
 * A shop for one row of the table. The shop has its own token, so that the calls of other rows do not use up the
 * token's requests in a minute.
 */
export interface CountedShop {
  readonly mcp: McpClient;
  /** Returns a request that calls a tool. The request fails when the tool refuses. */
  tool(name: string, args?: object): Send;
  rest(method: 'GET' | 'POST', path: string, body?: object): Send;
  /** Signs in an app, and returns a request that refreshes the app's tokens. */
  connectApp(): Promise<Send>;
}

export interface CountedCall {
  readonly title: string;
  /** Creates what the requests need, without counting, and returns the requests. */
  prepare(shop: CountedShop): Promise<{ sends: readonly Send[] } & CallOptions>;
}

const TIMES = 6;
const LABELS = 10;

/** The calls of the table, in the order in which a merchant makes these calls. */
export const COUNTED_CALLS: readonly CountedCall[] = [
  {
    title: 'create_order',
    prepare: async ({ mcp, tool }) => {
      await createOrder(mcp);
      return { sends: repeat(() => tool('create_order', anOrder())) };
    },
  },
  {
    title: 'POST /public/order',
    prepare: async ({ rest }) => {
      await rest('POST', '/public/order', anOrderBody())('');
      return { sends: repeat(() => rest('POST', '/public/order', anOrderBody())) };
    },
  },
  {
    title: 'GET /public/orders (25)',
    prepare: async ({ rest, tool }) => {
      const orders = Array.from({ length: 25 }, (_, at) => ({ ...anOrder(), ship_to: person(at) }));
      await tool('bulk_create_orders', { orders })('');
      return { sends: repeat(() => rest('GET', '/public/orders')) };
    },
  },
  plain('list_orders', () => ['list_orders', {}]),
  plain('get_order', (order_id) => ['get_order', { order_id }]),
  plain('get_rates', (order_id) => ['get_rates', { order_id, ...PARCEL }]),
  {
    title: 'buy_label, preview',
    prepare: async ({ mcp, tool }) => {
      const { purchase } = await rateOrder(mcp, await createOrder(mcp));
      return { sends: repeat(() => tool('buy_label', purchase)) };
    },
  },
  {
    title: 'buy_label, confirm',
    prepare: async ({ mcp, tool }) => {
      const purchases = await series(async () => (await rateOrder(mcp, await createOrder(mcp))).purchase);
      return { sends: purchases.map((purchase) => tool('buy_label', { ...purchase, confirm: true })) };
    },
  },
  {
    title: 'a label in a batch',
    prepare: async ({ mcp, tool }) => {
      const order_ids = await series(() => createOrder(mcp), LABELS);
      const isDone = async () => {
        const { counts } = await mcp.expectData('get_batch_status');
        const { purchased, failed } = counts as { purchased: number; failed: number };
        if (failed > 0) throw new Error('A label of the batch was not bought.');
        return purchased === LABELS;
      };
      const sends = [tool('trigger_batch_purchase', { order_ids, confirm: true })];
      return { sends, units: LABELS, isDone };
    },
  },
  labelled('mark_labels_printed', (order_id) => [
    'mark_labels_printed',
    { order_ids: [order_id], confirm: true },
  ]),
  labelled('cancel_shipping_label', (order_id) => ['cancel_shipping_label', { order_id, confirm: true }]),
  {
    title: 'schedule_pickup (20 orders)',
    prepare: async ({ mcp, tool }) => {
      // The first pickup is not counted, because it also claims a block of ids from billing, which is enough for fifty
      // pickups.
      await mcp.expectData('schedule_pickup', await aPickup(mcp, 1));
      return { sends: [tool('schedule_pickup', await aPickup(mcp, 20))] };
    },
  },
  plain('get_shipping_report', () => ['get_shipping_report', {}]),
  {
    title: 'refresh_token grant',
    prepare: async ({ connectApp }) => {
      const refresh = await connectApp();
      await refresh('');
      return { sends: repeat(() => refresh) };
    },
  },
];

/** Returns a row for a tool that is called for one existing order. */
function plain(title: string, ask: (orderId: number) => [tool: string, args: object]): CountedCall {
  return {
    title,
    prepare: async ({ mcp, tool }) => {
      const asked = ask(await createOrder(mcp));
      await tool(...asked)('');
      return { sends: repeat(() => tool(...asked)) };
    },
  };
}

/** Returns a row for a tool that is called for an order with a label, each time for another order. */
function labelled(title: string, ask: (orderId: number) => [tool: string, args: object]): CountedCall {
  return {
    title,
    prepare: async ({ mcp, tool }) => {
      const orders = await series(() => buyLabel(mcp));
      return { sends: orders.map((orderId) => tool(...ask(orderId))) };
    },
  };
}

/**
 * Each pickup takes a later day. A second pickup for the same day would join the first pickup, and would therefore cost
 * less.
 */
let lastPickup = new Date().toISOString().slice(0, 10);

/** Buys and prints this many labels, and returns arguments of `schedule_pickup` that book a pickup for them. */
async function aPickup(mcp: McpClient, orders: number) {
  const order_ids = await buyBatch(mcp, orders);
  await mcp.expectData('mark_labels_printed', { order_ids, confirm: true });
  lastPickup = await pickupDateAfter(mcp, lastPickup);
  return { date: lastPickup, location: 'Front desk', confirm: true };
}

async function pickupDateAfter(mcp: McpClient, day: string): Promise<string> {
  const date = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const answer = await mcp.expectData('check_pickup_availability', { date, carrier: 'usps' });
  return (answer.available ? date : answer.next_available_date) as string;
}

const PARCEL = { weight_oz: 12, length: 8, width: 6, height: 4 };

const person = (at = 0) => ({
  name: `Ada Lovelace ${at}`,
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
});

const anOrder = () => ({
  ship_to: person(),
  items: [{ name: 'Analytical engine', price: 20 }],
  weight_oz: 12,
});

/** Buys the labels in one batch, because a token allows sixty calls a minute. */
async function buyBatch(mcp: McpClient, count: number): Promise<number[]> {
  const orders = Array.from({ length: count }, (_, at) => ({ ...anOrder(), ship_to: person(at) }));
  const { results } = await mcp.expectData('bulk_create_orders', { orders });
  const order_ids = (results as { order_id: number }[]).map(({ order_id }) => order_id);
  await mcp.expectData('trigger_batch_purchase', { order_ids, confirm: true });
  const look = async () => {
    const { counts } = await mcp.expectData('get_batch_status');
    if ((counts as { purchased: number }).purchased < count) throw new Error('The batch is under way.');
  };
  await eventually(look, 60_000, 500);
  return order_ids;
}

async function buyLabel(mcp: McpClient): Promise<number> {
  const { purchase } = await rateOrder(mcp, await createOrder(mcp));
  await mcp.expectData('buy_label', { ...purchase, confirm: true });
  return purchase.order_id;
}

const repeat = (make: () => Send, times = TIMES) => Array.from({ length: times }, make);

async function series<T>(make: () => Promise<T>, times = TIMES): Promise<T[]> {
  const made: T[] = [];
  while (made.length < times) made.push(await make());
  return made;
}
