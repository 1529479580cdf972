import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, rateOrder, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

interface Item {
  order_id: number;
  status: string;
  price: number | null;
  tracking_number: string | null;
  label_url: string | null;
  form_url: string | null;
  error: { code: string; message: string } | null;
}

interface Batch {
  batch_id: number;
  status: string;
  counts: { total: number; queued: number; purchased: number; failed: number };
  total_cost: number;
  problems: Pick<Item, 'order_id' | 'error'>[];
  items: Item[];
  labels_url: string | null;
}

const ORDERS = 60;
/** Tells by position which orders the carrier refuses, and which orders get no rate. */
const isDeclined = (at: number) => at % 20 === 7;
const isUnrated = (at: number) => at % 20 === 13;
const DECLINED = 3;
const UNRATED = 3;
const BOUGHT = ORDERS - DECLINED - UNRATED;

const statusOf = async ({ mcp }: Shop, batchId: number, page = {}) =>
  (await mcp.expectData('get_batch_status', { batch_id: batchId, ...page })) as unknown as Batch;

/** Returns all items. A batch of more than fifty orders returns its items only by page. */
async function itemsOf(shop: Shop, { batch_id, counts }: Batch): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; items.length < counts.total; page += 1) {
    const { items: rows } = await statusOf(shop, batch_id, { page, page_size: 50 });
    expect(rows.length).toBeGreaterThan(0);
    items.push(...rows);
  }
  return items;
}

/**
 * Waits for the end of a batch and returns the batch. There is a pause between two checks, because every check counts
 * as one of the token's sixty calls a minute.
 */
const ended = (shop: Shop, batchId: number) =>
  eventually(async () => {
    const batch = await statusOf(shop, batchId).catch(async (error: unknown) => {
      await new Promise((done) => setTimeout(done, 1_000));
      throw error;
    });
    if (!batch.status.startsWith('completed')) await new Promise((done) => setTimeout(done, 1_000));
    expect(batch.status).toMatch(/^(completed|completed_with_errors|failed)$/);
    return { ...batch, items: await itemsOf(shop, batch) };
  }, 150_000);

/** Imports sixty orders from another system, oldest first. */
async function importOrders(stack: Stack, { account }: Shop): Promise<void> {
  const orders = Array.from({ length: ORDERS }, (_, at) => ({
    external_order_id: `batch-${at}`,
    date: `2026-01-01T00:${String(at).padStart(2, '0')}:00Z`,
    weight_oz: 4 + at,
    recipient: {
      name: 'Ada Lovelace',
      street1: '350 5th Ave',
      city: 'New York',
      state: 'NY',
      zip: isUnrated(at) ? '00004' : '10118',
      company: isDeclined(at) ? 'SBX_DECLINE' : '',
    },
    items: [{ name: 'Engine', quantity: 1, price: 20 }],
  }));
  const file = join(stack.dataDir, `orders-${account.accountId}.json`);
  writeFileSync(file, JSON.stringify(orders));
  await shipctl(stack.dataDir, 'import', 'orders', '--account', String(account.accountId), '--file', file);
}

const verify = (stack: Stack, { account }: Shop) =>
  shipctl(stack.dataDir, 'ledger', 'verify', '--account', String(account.accountId));

function expectWhole(batch: Batch): void {
  expect(batch).toMatchObject({
    status: 'completed_with_errors',
    counts: { total: ORDERS, queued: 0, purchased: BOUGHT, failed: DECLINED + UNRATED },
  });
  batch.items.forEach(({ status, error, tracking_number }, at) => {
    const wanted = isDeclined(at) ? 'carrier_refused' : isUnrated(at) ? 'no_rates' : undefined;
    expect([at, status, error?.code]).toEqual([at, wanted ? 'failed' : 'purchased', wanted]);
    expect(tracking_number === null).toBe(wanted !== undefined);
  });
  const failed = batch.items.filter(({ status }) => status === 'failed');
  expect(batch.problems).toMatchObject(failed.map(({ order_id, error }) => ({ order_id, error })));
  const numbers = batch.items.flatMap(({ tracking_number }) => tracking_number ?? []);
  expect(new Set(numbers).size).toBe(BOUGHT);
}

describe('a batch of sixty orders', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ SPLIT: '1' });
  });
  afterAll(() => stack.remove());

  it('is previewed and bought once when shipping is killed in the middle, and the ledger is correct [MCP-S21] [MCP-S22] [MCP-M8]', async () => {
    const shop = await openShop(stack, '--plan', 'growth', '--balance', '1', '--auto-recharge', '10');
    await importOrders(stack, shop);
    const preview = await shop.mcp.expectData('trigger_batch_purchase');
    expect(preview).toMatchObject({ preview: true, current_balance: 1, auto_recharge_would_fire: true });
    expect(await balanceOf(shop.mcp)).toBe(1);
    const over = await shop.mcp.call('trigger_batch_purchase', { confirm: true, max_total: 1 });
    expect([over.isError, over.text]).toEqual([true, expect.stringContaining('above max_total $1.00')]);

    const queued = await shop.mcp.expectData('trigger_batch_purchase', {
      confirm: true,
      max_total: preview.total_cost,
    });
    expect(queued).toMatchObject({ status: 'queued', orders_queued: ORDERS - UNRATED });
    const batchId = queued.batch_id as number;
    const someAreBought = async () =>
      expect((await statusOf(shop, batchId)).counts.purchased).toBeGreaterThan(0);
    // Each check counts against the token's sixty requests a minute, so there is a pause between two checks.
    await eventually(someAreBought, 60_000, 300);
    const { pid } = stack.file().services.shipping as { pid: number };
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(stack.file().services.shipping?.pid).not.toBe(pid));
    // It is safe to repeat this call. A repeated call returns the running batch and does not queue a second batch.
    await eventually(async () => {
      const again = await shop.mcp.expectData('trigger_batch_purchase', { confirm: true });
      expect(again.batch_id).toBe(batchId);
    });

    const batch = await ended(shop, batchId);
    expectWhole(batch);
    const postage = batch.items.reduce(
      (sum, { status, price }) => sum + (status === 'purchased' ? (price ?? 0) : 0),
      0,
    );
    expect(batch.total_cost).toBeCloseTo(postage, 2);
    expect(await verify(stack, shop)).toMatchObject({
      ok: true,
      recharges: 1,
      captures: BOUGHT,
      labels: BOUGHT,
      open_holds: 0,
    });
    // The one recharge was for the whole batch. The price of the refused labels stays on the balance.
    expect(await balanceOf(shop.mcp)).toBeCloseTo((preview.total_cost as number) - postage, 2);

    const pdf = await fetch(batch.labels_url as string);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pages = Buffer.from(await pdf.arrayBuffer());
    expect(pages.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    const label = await shop.mcp.expectData('get_label', { order_id: batch.items[0]?.order_id });
    expect(label).toMatchObject({ has_label: true, tracking_number: batch.items[0]?.tracking_number });
  }, 300_000);

  it('does not stop the purchase of other labels', async () => {
    const attempt = async () => {
      const shop = await openShop(stack, '--plan', 'pro', '--balance', '2000');
      await importOrders(stack, shop);
      const orderId = await createOrder(shop.mcp);
      const { purchase } = await rateOrder(shop.mcp, orderId);
      const { batch_id } = await shop.mcp.expectData('trigger_batch_purchase', { confirm: true });
      const bought = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
      expect(bought.purchased).toBe(true);
      const { counts } = await statusOf(shop, batch_id as number);
      return { shop, orderId, bought, batchId: batch_id as number, queued: counts.queued };
    };
    let seen = await attempt();
    // When this process stood still for seconds, the batch ended before the purchase began. So the attempt is repeated.
    // If a batch stopped other purchases, it would have ended in every attempt.
    for (let again = 0; again < 2 && seen.queued === 0; again += 1) seen = await attempt();
    const { shop, orderId, bought, batchId, queued } = seen;
    expect(queued).toBeGreaterThan(0);
    const batch = await ended(shop, batchId);
    // The batch also contained this order, but the batch bought no second label for it.
    expect(batch.counts.total).toBe(ORDERS + 1);
    const label = await shop.mcp.expectData('get_label', { order_id: orderId });
    expect(label.tracking_number).toBe(bought.tracking_number);
    expect(await verify(stack, shop)).toMatchObject({ ok: true, captures: BOUGHT + 1, labels: BOUGHT + 1 });
  }, 300_000);

  it('shows recipients and weights, returns the same batch for a repeat, and its labels are marked by its id [MCP-S60] [MCP-S61] [MCP-S62] [MCP-S64] [MCP-S66]', async () => {
    const shop = await openShop(stack, '--plan', 'growth', '--balance', '200');
    const { mcp } = shop;
    const street = { name: 'Ada Lovelace', street1: '350 5th Ave' };
    const toCanada = { ...street, city: 'Toronto', state: 'ON', zip: 'M5H 2N2', country: 'CA' };
    const lost = { ...street, city: 'Los Angeles', state: 'CA', zip: '10118' };
    const create = async (ship_to: object, more = {}) => {
      const order = { ship_to, items: [{ name: 'Engine', quantity: 1, price: 20 }], ...more };
      return (await mcp.expectData('create_order', order)).order_id as number;
    };
    const [light, abroad] = [await create(lost), await create(toCanada, { weight_oz: 8 })];
    expect(await mcp.expectData('trigger_batch_purchase')).toMatchObject({
      orders: [{ order_id: abroad, name: 'Ada Lovelace', city: 'Toronto', weight_oz: 8 }],
      left_out: [{ order_id: light, reason: expect.stringMatching(/has no weight/) }],
    });
    const preview = await mcp.expectData('trigger_batch_purchase', { weight_oz: 5 });
    expect(preview).toMatchObject({
      orders: [
        { order_id: light, weight_oz: 5, address_check: { status: 'warning' } },
        { order_id: abroad, weight_oz: 8 },
      ],
      left_out: [],
      total_charge: expect.any(Number),
    });
    const confirmed = { weight_oz: 5, max_charge: preview.total_charge, confirm: true };
    const { batch_id } = await mcp.expectData('trigger_batch_purchase', confirmed);
    const batch = await ended(shop, batch_id as number);
    expect(batch).toMatchObject({ status: 'completed', total_charge: preview.total_charge, problems: [] });
    expect(batch.items.map(({ form_url }) => form_url !== null)).toEqual([false, true]);
    expect(await mcp.expectData('trigger_batch_purchase', confirmed)).toMatchObject({
      batch_id,
      status: 'completed',
      orders_queued: 2,
      note: expect.stringContaining('This call queued and charged nothing'),
    });
    expect(await mcp.expectData('mark_labels_printed', { batch_id, confirm: true })).toMatchObject({
      marked: [{ order_id: light }, { order_id: abroad }],
      skipped: [],
    });
    expect(await mcp.expectData('mark_labels_printed', { batch_id, confirm: true })).toMatchObject({
      marked: [],
      emails_queued: 0,
      skipped: [{ order_id: light }, { order_id: abroad }],
    });
  });

  it("requires the plan's feature, and another account's batch gets the answer for an unknown one [MCP-L5] [MCP-E9]", async () => {
    const poor = await openShop(stack, '--plan', 'basic', '--balance', '10');
    const sentence =
      'Your current Ship.com plan does not include batch label purchasing. Upgrade the subscription to use this tool.';
    for (const [tool, args] of [
      ['trigger_batch_purchase', {}],
      ['trigger_batch_purchase', { confirm: true }],
      ['get_batch_status', {}],
    ] as const) {
      const { isError, text } = await poor.mcp.call(tool, args);
      expect([isError, text]).toEqual([true, sentence]);
    }
    const owner = await openShop(stack, '--plan', 'growth', '--balance', '100');
    const orderId = await createOrder(owner.mcp);
    const { batch_id } = await owner.mcp.expectData('trigger_batch_purchase', {
      order_ids: [orderId],
      confirm: true,
    });
    expect(await ended(owner, batch_id as number)).toMatchObject({ status: 'completed' });
    const stranger = await openShop(stack, '--plan', 'growth', '--balance', '100');
    for (const id of [batch_id as number, 999_999]) {
      const { isError, text } = await stranger.mcp.call('get_batch_status', { batch_id: id });
      expect([isError, text]).toEqual([true, `Batch ${id} was not found in this account.`]);
    }
    const answers = [];
    for (const id of [orderId, 99_999_999]) {
      const { text } = await stranger.mcp.call('trigger_batch_purchase', { order_ids: [id] });
      answers.push(text.replaceAll(String(id), '<id>'));
      const confirmed = await stranger.mcp.call('trigger_batch_purchase', { order_ids: [id], confirm: true });
      expect([confirmed.isError, confirmed.text]).toEqual([
        true,
        `No order of this batch can be bought. Order ${id} was not found in this account. Call trigger_batch_purchase without confirm to see the reason for each order.`,
      ]);
    }
    expect(answers[0]).toBe(answers[1]);
  });
});
