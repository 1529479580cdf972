import { eventually } from '@parcelyard/testing/eventually';
import { shareStack } from './support/share-stack';
import { shipctl } from './support/shipctl';
import {
  balanceOf,
  createOrder,
  nextPickupDate,
  openShop,
  POLITE_PAUSE_MS,
  rateOrder,
  type Shop,
} from './support/shop';
import { type RunningStack, type Stack, startStack } from './support/start-stack';

/** An auto-recharge above 0.01 removes the fee for these accounts, so a void returns the whole price. */
const FUNDED = ['--plan', 'enterprise', '--balance', '500', '--auto-recharge', '25'];

const buy = async ({ mcp }: Shop, orderId: number) => {
  const { purchase, row } = await rateOrder(mcp, orderId);
  const bought = await mcp.expectData('buy_label', { ...purchase, confirm: true });
  return { bought, row };
};

const expectBooksHold = async (stack: RunningStack, { account }: Shop, books: Record<string, unknown>) =>
  expect(
    await shipctl(stack.dataDir, 'ledger', 'verify', '--account', String(account.accountId)),
  ).toMatchObject({ ok: true, ...books });

const expectBalance = (shop: Shop, balance: number) =>
  eventually(async () => expect(await balanceOf(shop.mcp)).toBeCloseTo(balance, 2), 60_000, POLITE_PAUSE_MS);

describe('voids with a running stack', () => {
  let stack: RunningStack;
  beforeAll(async () => {
    stack = await shareStack();
  });

  it('a voided number is found and shown as voided, and the order list finds it too [MCP-O30]', async () => {
    const shop = await openShop(stack, ...FUNDED);
    const orderId = await createOrder(shop.mcp);
    const { bought } = await buy(shop, orderId);
    expect(bought.estimated_delivery_date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await shop.mcp.expectData('get_label', { order_id: orderId })).toMatchObject({
      estimated_delivery_date: bought.estimated_delivery_date,
    });
    await shop.mcp.expectData('cancel_shipping_label', { order_id: orderId, confirm: true });
    const number = { tracking_number: bought.tracking_number };
    expect(await shop.mcp.expectData('track_order', number)).toMatchObject({
      order_id: orderId,
      status: 'Ready to ship',
      ...number,
      voided: true,
      note: expect.stringContaining('was voided'),
    });
    const query = String(bought.tracking_number);
    expect(await shop.mcp.expectData('list_orders', { query })).toMatchObject({
      orders: [{ order_id: orderId, tracking_number: null }],
    });
  });

  it('three confirms at once book one pickup with all orders, which is canceled when its labels are voided [MCP-P5]', async () => {
    const shop = await openShop(stack, ...FUNDED);
    const { mcp } = shop;
    const ids: number[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await createOrder(mcp));
    const [late = 0, ...early] = ids;
    for (const id of ids) await buy(shop, id);
    await mcp.expectData('mark_labels_printed', { order_ids: early, confirm: true });

    const asked = { date: await nextPickupDate(mcp), location: 'Front desk' };
    const confirm = () => mcp.expectData('schedule_pickup', { ...asked, confirm: true });
    const [first, ...others] = await Promise.all([confirm(), confirm(), confirm()]);
    expect(first).toMatchObject({ status: 'scheduled', package_count: 3 });
    const pickup_id = first?.pickup_id as number;
    for (const other of others) expect(other).toMatchObject({ pickup_id, package_count: 3 });

    await mcp.expectData('mark_labels_printed', { order_ids: [late], confirm: true });
    expect(await mcp.expectData('schedule_pickup', asked)).toMatchObject({
      eligible_order_ids: [late],
      scheduled_pickup_id: pickup_id,
      pickup_address: { city: 'Austin' },
    });
    expect(await confirm()).toMatchObject({ pickup_id, package_count: 4, note: expect.any(String) });
    expect(await mcp.expectData('list_pickups')).toMatchObject({ total: 1 });

    for (const order_id of early) await mcp.expectData('cancel_shipping_label', { order_id, confirm: true });
    expect(await mcp.expectData('cancel_shipping_label', { order_id: late })).toMatchObject({
      pickup: { pickup_id, last_label: true },
    });
    await mcp.expectData('cancel_shipping_label', { order_id: late, confirm: true });
    expect(await mcp.expectData('get_pickup', { pickup_id })).toMatchObject({
      status: 'canceled',
      package_count: 0,
      note: 'The pickup was canceled because no label was left in it.',
    });
    expect(await mcp.expectData('cancel_pickup', { pickup_id, confirm: true })).toMatchObject({
      canceled: true,
      status: 'canceled',
      note: expect.stringContaining('was already canceled'),
    });
  });

  it('preview, void, refund and new label: the money is refunded once and the ledger is correct [MCP-S9] [MCP-S16] [MCP-M9]', async () => {
    const shop = await openShop(stack, ...FUNDED);
    const { mcp } = shop;
    const orderId = await createOrder(mcp);
    const { bought, row } = await buy(shop, orderId);

    const preview = await mcp.expectData('cancel_shipping_label', { order_id: orderId });
    expect(preview).toMatchObject({
      preview: true,
      tracking_number: bought.tracking_number,
      refund_expected: row.amount,
      note: expect.stringContaining('confirm: true'),
    });
    expect(await mcp.expectData('get_label', { order_id: orderId })).toMatchObject({ has_label: true });
    expect(await balanceOf(mcp)).toBeCloseTo(500 - row.amount, 2);

    const voided = await mcp.expectData('cancel_shipping_label', { order_id: orderId, confirm: true });
    expect(voided).toMatchObject({ voided: true, refund_status: 'pending', refund_amount: row.amount });
    expect(await mcp.expectData('get_label', { order_id: orderId })).toMatchObject({
      has_label: false,
      label_url: null,
      tracking_number: null,
      tracking_url: null,
      // According to the specification, these addresses may still point to the voided label.
      receipt_url: expect.stringContaining('/labels/'),
    });
    expect(await mcp.expectData('get_order', { order_id: orderId })).toMatchObject({
      status: 'Ready to ship',
    });
    expect(await mcp.call('cancel_shipping_label', { order_id: orderId, confirm: true })).toMatchObject({
      isError: true,
      text: expect.stringMatching(
        /^The label of order \d+ was voided already\. Nothing was changed\. \$\d+\.\d\d (will be|was) refunded to the postage balance\. get_balance shows the refund\.$/,
      ),
    });
    await expectBalance(shop, 500);
    await expectBooksHold(stack, shop, { captures: 1, refunds: 1, labels: 1 });

    const again = await buy(shop, orderId);
    expect(again.bought.tracking_number).not.toBe(bought.tracking_number);
    expect(await balanceOf(mcp)).toBeCloseTo(500 - again.row.amount, 2);
    const { label_cost, history } = await mcp.expectData('get_order', { order_id: orderId });
    expect(label_cost).toEqual({
      charged: expect.closeTo(row.amount + again.row.amount, 2),
      refunded: row.amount,
      net: again.row.amount,
    });
    expect((history as { what: string }[]).map(({ what }) => what)).toEqual([
      'created',
      'label bought',
      'voided',
      'refunded',
      'label bought',
    ]);
    await expectBooksHold(stack, shop, { captures: 2, refunds: 1, labels: 2 });
  });

  it('a carrier can refuse a void, accept it later, or have scanned the parcel [MCP-E11]', async () => {
    const shop = await openShop(stack, ...FUNDED);
    const { mcp } = shop;
    const rejected = await createOrder(mcp, { company: 'SBX_VOID_REJECTED' });
    const { row } = await buy(shop, rejected);
    expect(await mcp.call('cancel_shipping_label', { order_id: rejected, confirm: true })).toMatchObject({
      isError: true,
      text: 'Carrier rejected the void: the label was already presented for payment (SBX-2001)',
    });
    expect(await mcp.expectData('get_label', { order_id: rejected })).toMatchObject({ has_label: true });

    const later = await createOrder(mcp, { company: 'SBX_VOID_PENDING' });
    await buy(shop, later);
    expect(await mcp.expectData('cancel_shipping_label', { order_id: later, confirm: true })).toMatchObject({
      voided: false,
      void_pending: true,
      refund_status: 'pending',
    });

    const scanned = await createOrder(mcp);
    const { row: scannedRow } = await buy(shop, scanned);
    await shipctl(stack.dataDir, 'tracking', 'advance', String(scanned), 'InTransit');
    for (const tool of ['cancel_shipping_label', 'cancel_order']) {
      const { isError, text } = await mcp.call(tool, { order_id: scanned, confirm: true });
      expect([isError, text]).toEqual([true, expect.stringMatching(/scanned|has shipped/)]);
    }
    await expectBalance(shop, 500 - row.amount - scannedRow.amount);
    expect(await mcp.expectData('get_label', { order_id: later })).toMatchObject({ has_label: false });
    await expectBooksHold(stack, shop, { captures: 3, refunds: 1 });
  });

  it('cancel_order voids the label, refunds and can be repeated [MCP-O20] [MCP-O21]', async () => {
    const shop = await openShop(stack, ...FUNDED);
    const { mcp } = shop;
    const orderId = await createOrder(mcp, {}, { external_order_id: 'shop-7' });
    const { row } = await buy(shop, orderId);
    expect(await mcp.expectData('cancel_order', { order_id: orderId })).toMatchObject({
      preview: true,
      label_will_be_voided: true,
      refund_expected: row.amount,
      order: { order_id: orderId, status: 'Label purchased' },
    });
    for (let call = 0; call < 2; call += 1) {
      expect(await mcp.expectData('cancel_order', { order_id: orderId, confirm: true })).toMatchObject({
        canceled: true,
        status: 'Canceled',
        label_voided: true,
      });
    }
    await expectBalance(shop, 500);
    expect(await createOrder(mcp, {}, { external_order_id: 'shop-7' })).not.toBe(orderId);
    await expectBooksHold(stack, shop, { captures: 1, refunds: 1 });
  });
});

const STEPS = [
  'void-1-requested',
  'void-2-order-told',
  'void-2-carrier-accepted',
  'void-3-cleared',
  'void-4-refunded',
];

describe('kill -9 in the middle of a void [MCP-M9]', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ SPLIT: '1', VOID_REFUND_DELAY_S: '1' });
  });
  afterAll(() => stack.remove());

  it.each(STEPS)(
    'right after %s: the order is ready to ship again, the money was refunded once, and a label can be bought again',
    async (step) => {
      const shop = await openShop(stack, ...FUNDED);
      const { mcp } = shop;
      const orderId = await createOrder(mcp);
      await buy(shop, orderId);
      const before = stack.file().services.shipping?.pid;
      stack.failAt(step);

      await mcp.call('cancel_shipping_label', { order_id: orderId, confirm: true }).catch(() => undefined);
      await eventually(() => expect(stack.file().services.shipping?.pid).not.toBe(before));

      await expectBalance(shop, 500);
      expect(await mcp.expectData('get_order', { order_id: orderId })).toMatchObject({
        status: 'Ready to ship',
        tracking_number: null,
      });
      // The call is repeated, because the gateway may not yet be connected to the new process.
      await eventually(() => rateOrder(mcp, orderId), 60_000, POLITE_PAUSE_MS);
      const { row } = await buy(shop, orderId);
      expect(await balanceOf(mcp)).toBeCloseTo(500 - row.amount, 2);
      await eventually(() =>
        expectBooksHold(stack, shop, { captures: 2, refunds: 1, labels: 2, open_holds: 0 }),
      );
    },
  );
});
