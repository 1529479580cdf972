import { eventually } from '@parcelyard/testing/eventually';
import { MongoClient } from 'mongodb';
import { shipctl } from './support/shipctl';
import { createOrder, openShop, POLITE_PAUSE_MS, rateOrder, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

const VICTIMS = ['shipping', 'billing', 'orders', 'shipping', 'gateway', 'billing', 'shipping', 'orders'];
/** Enough to meet every stage of a purchase; `KILLS=500` is the long run. */
const KILLS = Number(process.env.KILLS ?? 12);
/** Milliseconds for what a kill may cost, at most. */
const PER_KILL_MS = 4_000;
const SHOPS = 4;

type Data = Record<string, unknown>;

describe('services killed at random while labels are bought, voided and bought in batches [MCP-M7]', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ SPLIT: '1', VOID_REFUND_DELAY_S: '1' });
  }, 90_000);
  afterAll(() => stack.remove());

  it(
    'every order ends with one paid label or none, every card charge is in the ledger, no order stays locked',
    async () => {
      let killed = 0;
      let trading = true;
      const killing = killOneAfterAnother(
        stack,
        () => trading && killed < KILLS,
        () => {
          killed += 1;
        },
      );
      const bought = await Promise.all(
        Array.from({ length: SHOPS }, () => tradeWhile(stack, () => killed < KILLS)),
      );
      trading = false;
      await killing;

      const books = await eventually(
        async () => {
          const found = await shipctl(stack.dataDir, 'ledger', 'verify');
          expect(found).toMatchObject({ ok: true, open_holds: 0 });
          return found as Data;
        },
        90_000,
        500,
      );
      expect(books.captures).toBeGreaterThanOrEqual(bought.flat().length);
      expect(new Set(bought.flat()).size).toBe(bought.flat().length);
      expect(await lockedOrders(stack)).toEqual([]);
      process.stdout.write(`${killed} kills, ${books.captures} labels paid, ledger clean, no order locked\n`);
    },
    300_000 + KILLS * PER_KILL_MS,
  );
});

/** Round after round, as a patient assistant does; the tracking numbers of labels that were bought one by one. */
async function tradeWhile(stack: Stack, goOn: () => boolean): Promise<string[]> {
  const bought: string[] = [];
  do {
    // A shop of its own for each round: a token is good for 60 calls a minute.
    const shop = await patiently(() =>
      openShop(stack, '--plan', 'enterprise', '--balance', '5', '--auto-recharge', '10'),
    );
    const [first, second] = [await buyOne(shop), await buyOne(shop)];
    bought.push(first.trackingNumber, second.trackingNumber);
    await voidOne(shop, first.orderId);
    await buyBatch(shop, 3);
  } while (goOn());
  return bought;
}

/** Asks again until there is an answer: services die all the time. */
const patiently = <T>(work: () => Promise<T>): Promise<T> => eventually(work, 200_000, POLITE_PAUSE_MS);

async function buyOne({ mcp }: Shop) {
  const orderId = await patiently(() => createOrder(mcp));
  const { purchase } = await patiently(() => rateOrder(mcp, orderId, orderId % 3));
  const label = await patiently(() => mcp.expectData('buy_label', { ...purchase, confirm: true }));
  expect(label.purchased).toBe(true);
  return { orderId, trackingNumber: label.tracking_number as string };
}

/** A repeat whose first call did it is told so. */
const ALREADY = /voided already|has no label/;

async function voidOne({ mcp }: Shop, order_id: number): Promise<void> {
  await patiently(async () => {
    try {
      await mcp.expectData('cancel_shipping_label', { order_id, confirm: true });
    } catch (error) {
      if (!ALREADY.test(`${error}`)) throw error;
    }
  });
}

async function buyBatch({ mcp }: Shop, count: number): Promise<void> {
  const order_ids: number[] = [];
  for (let made = 0; made < count; made += 1) order_ids.push(await patiently(() => createOrder(mcp)));
  const { batch_id } = await patiently(() =>
    mcp.expectData('trigger_batch_purchase', { order_ids, confirm: true }),
  );
  await patiently(async () => {
    const { status } = await mcp.expectData('get_batch_status', { batch_id });
    expect(status).toMatch(/^(completed|completed_with_errors|failed)$/);
  });
}

/** Orders that a purchase holds, right from the database. */
async function lockedOrders(stack: Stack) {
  const { uri } = stack.file().engines.mongo;
  const client = await MongoClient.connect(uri);
  try {
    const orders = client.db('parcelyard_orders').collection('orders');
    const all = await orders.find({}, { projection: { orderId: 1, lockedBy: 1 } }).toArray();
    return all.filter(({ lockedBy }) => lockedBy).map(({ _id, lockedBy }) => [_id, lockedBy]);
  } finally {
    await client.close();
  }
}

/** Kills a service, waits until the supervisor has replaced it, takes the next. */
async function killOneAfterAnother(stack: Stack, goOn: () => boolean, onKill: () => void): Promise<void> {
  for (let count = 0; goOn(); count += 1) {
    const victim = VICTIMS[count % VICTIMS.length] as string;
    const { pid } = stack.file().services[victim] as { pid: number };
    process.kill(pid, 'SIGKILL');
    onKill();
    await eventually(() => expect(stack.file().services[victim]?.pid).not.toBe(pid), 30_000);
  }
}
