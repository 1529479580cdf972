import { PDFDocument } from '@cantoo/pdf-lib';
import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { failure, toRefused } from '@parcelyard/service-kit/failure';
import { LABEL_SIZE } from '@parcelyard/shipping/adapters/documents/render-pdf';
import { readCarrierReference } from '@parcelyard/shipping/domain/purchase';
import { eventually } from '@parcelyard/testing/eventually';
import { attemptOf } from './support/attempt-of';
import { confirmBatch, endedBatch, previewBatch } from './support/batch';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

let shipping: Shipping;
let first: Awaited<ReturnType<Shipping['startProcess']>>;
let rpc: ShippingClient;
beforeEach(async () => {
  shipping = await startShipping();
  first = await shipping.startProcess();
  rpc = first.rpc;
});
afterEach(() => shipping.close());

const weighed = async (draft: Parameters<Shipping['createOrder']>[0] = {}) =>
  (await shipping.createOrder({ weightOz: 12, ...draft })).orderId;
const available = async () => (await shipping.billing.getBalance({ accountId: ACCOUNT })).availableCents;
const sold = async () =>
  (await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 })).entries;
const pagesBehind = async (url: string | undefined) => {
  const { content, contentType } = await rpc.getLabelFile({
    token: (url ?? '').slice('/labels/'.length),
    offset: 0,
    etag: '',
  });
  expect(contentType).toBe('application/pdf');
  const pdf = await PDFDocument.load(content);
  return pdf.getPages().map((page) => page.getSize());
};

describe('a preview', () => {
  it('rates every ready order with a weight, oldest first, and saves only the address check [MCP-S10]', async () => {
    const ids = [await weighed({ date: '2026-01-02' }), await weighed({ date: '2026-01-01', zip: '00004' })];
    const unweighed = await shipping.createOrder();
    await weighed({ status: 'Delivered' });
    const start = await available();
    const before = await shipping.getOrder(ids[0] as number);

    const preview = await previewBatch(rpc);

    expect(preview.orders).toMatchObject([
      {
        orderId: ids[1],
        error: failure('no_rates', 'no_rates', { orderId: ids[1] as number, words: '' }),
      },
      { orderId: ids[0], method: expect.any(String), serviceLevel: expect.any(String), error: undefined },
    ]);
    const price = preview.orders[1]?.priceCents ?? 0;
    expect(preview).toMatchObject({
      totalCostCents: price,
      currentBalanceCents: start,
      balanceAfterCents: start - price,
      autoRechargeWouldFire: false,
    });
    const { addressCheck, updatedAt, ...rest } = await shipping.getOrder(ids[0] as number);
    expect(addressCheck?.status).toMatch(/plausible|corrected|warning/);
    expect({ ...rest, addressCheck: undefined, updatedAt: before.updatedAt }).toEqual(before);
    expect(updatedAt).not.toEqual(before.updatedAt);
    expect(await shipping.getOrder(unweighed.orderId)).toEqual(unweighed);
    expect(await available()).toBe(start);
    expect(await shipping.db.collection('batches').countDocuments({})).toBe(0);
    expect(await sold()).toEqual([]);
  });

  it('selects the rate that get_rates marks with the preference', async () => {
    const orderId = await weighed();
    const { rates } = await rpc.getRates({
      accountId: ACCOUNT,
      orderId,
      parcel: { weightOz: 12 },
      signatureRequired: false,
      saturdayDelivery: false,
    });
    for (const servicePreference of ['cheapest', 'fastest', 'best_value']) {
      const row = rates.find(({ attributes }) => attributes.includes(servicePreference));
      expect((await previewBatch(rpc, { servicePreference })).orders).toMatchObject([
        { method: row?.method, serviceLevel: row?.serviceLevel, priceCents: row?.amountCents },
      ]);
    }
    await expect(previewBatch(rpc, { servicePreference: 'dearest' })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  it('gives for each named order the reason why it cannot be bought', async () => {
    const [labelled, unweighed, shipped] = [
      await weighed(),
      (await shipping.createOrder()).orderId,
      await weighed({ status: 'InTransit' }),
    ];
    await confirm(rpc, await rate(rpc, labelled));
    const { orders, refusal } = await previewBatch(rpc, {
      orderIds: [labelled, unweighed, shipped, 999_999],
    });
    expect(orders.map(({ error }) => error?.code)).toEqual([
      ...['already_exists', 'no_weight', 'failed_precondition', 'not_found'],
    ]);
    expect(orders[3]).toMatchObject({
      orderNumber: '',
      error: failure('not_found', 'order_not_found', { orderId: 999_999 }),
    });
    expect(refusal && toRefused(refusal)).toMatchObject({
      reason: 'batch_no_order_buyable',
      params: { first: { reason: 'already_labelled', params: { orderId: labelled } } },
    });
    await expect(confirmBatch(rpc, { orderIds: [labelled] })).rejects.toMatchObject({
      code: 'failed_precondition',
    });
  });
});

describe('a confirm', () => {
  it('buys every label without a fee, with its price, number and one PDF of all [MCP-S21] [MCP-S23]', async () => {
    const ids = [await weighed(), await weighed({ company: 'SBX_DECLINE' }), await weighed({ zip: '00004' })];
    ids.push(await weighed());
    const { totalCostCents } = await previewBatch(rpc);
    const start = await available();

    const queued = await confirmBatch(rpc);
    expect(queued).toMatchObject({ status: 'queued', ordersQueued: 3, queuedNow: true });
    const batch = await endedBatch(shipping, rpc, queued.batchId);

    expect(batch).toMatchObject({
      status: 'completed_with_errors',
      total: 4,
      queued: 0,
      purchased: 2,
      failed: 2,
    });
    expect(batch.items.map(({ orderId, status, error }) => [orderId, status, error?.code])).toEqual([
      [ids[0], 'purchased', undefined],
      [ids[1], 'failed', 'carrier_refused'],
      [ids[2], 'failed', 'no_rates'],
      [ids[3], 'purchased', undefined],
    ]);
    const words = 'Carrier declined: address is outside the service area (SBX-1001)';
    expect(batch.items[1]?.error).toMatchObject(failure('carrier_refused', 'carrier_refused', { words }));
    expect(batch.totalCostCents).toBeLessThan(totalCostCents);
    expect(await available()).toBe(start - batch.totalCostCents);
    for (const item of [batch.items[0], batch.items[3]]) {
      const order = await shipping.getOrder(item?.orderId ?? 0);
      expect(order.status).toBe('PrintLabel');
      expect(order.label).toMatchObject({
        costCents: item?.priceCents,
        trackingNumber: item?.trackingNumber,
        labelUrl: item?.labelUrl,
      });
    }
    const [width, height] = LABEL_SIZE;
    expect(await pagesBehind(batch.labelsUrl)).toEqual([
      { width, height },
      { width, height },
    ]);
    expect(await rpc.getBatch({ accountId: ACCOUNT, batchId: undefined })).toEqual(batch);
  });

  it('of an account that prints by QR makes one page for each code', async () => {
    await rpc.updateSettings({
      accountId: ACCOUNT,
      shipFrom: undefined,
      printSetting: 'qr',
      insurance: undefined,
    });
    for (const _ of [1, 2]) await weighed();
    await confirmBatch(rpc);
    const batch = await endedBatch(shipping, rpc);
    expect(await pagesBehind(batch.labelsUrl)).toHaveLength(2);
  });

  it('stores its labels in one PDF when the batch ends, with each customs form after its label [MCP-S24]', async () => {
    const ids = [await weighed(), await weighed({ country: 'CA' }), await weighed()];
    await confirmBatch(rpc, { orderIds: ids });
    const batch = await endedBatch(shipping, rpc);
    expect(batch.items.map(({ formUrl }) => formUrl !== undefined)).toEqual([false, true, false]);
    const kept = () =>
      shipping.db.collection('label_files').countDocuments({ purchaseId: `batch_${batch.batchId}` });
    await eventually(async () => expect(await kept()).toBe(1));
    const [width, height] = LABEL_SIZE;
    const label = { width, height };
    expect(await pagesBehind(batch.labelsUrl)).toEqual([label, label, { width: 612, height: 792 }, label]);
    expect(await kept()).toBe(1);
  });

  it('shows voided for a label that was voided later, without links to it [MCP-S25]', async () => {
    const ids = [await weighed(), await weighed()];
    await confirmBatch(rpc, { orderIds: ids });
    const before = await endedBatch(shipping, rpc);
    await rpc.voidLabel({ accountId: ACCOUNT, orderId: ids[0] as number, confirm: true });
    const { items, ...batch } = await rpc.getBatch({ accountId: ACCOUNT, batchId: before.batchId });
    expect(items).toMatchObject([
      { status: 'voided', labelUrl: undefined, formUrl: undefined, trackingNumber: expect.any(String) },
      { status: 'purchased', labelUrl: expect.any(String) },
    ]);
    expect(batch).toMatchObject({
      total: 2,
      purchased: 1,
      voided: 1,
      queued: 0,
      failed: 0,
      totalCostCents: before.items[1]?.priceCents,
      labelsUrl: before.labelsUrl,
    });
    await rpc.voidLabel({ accountId: ACCOUNT, orderId: ids[1] as number, confirm: true });
    const all = await rpc.getBatch({ accountId: ACCOUNT, batchId: before.batchId });
    expect(all).toMatchObject({ purchased: 0, voided: 2, totalCostCents: 0, labelsUrl: undefined });
    const { batches } = await rpc.listBatches({ accountId: ACCOUNT, page: undefined });
    expect(batches).toEqual([{ ...all, items: [], problems: [] }]);
  });

  it('shows void_pending for a label whose void is pending, without a link to it and without it in the PDF [MCP-S68]', async () => {
    const ids = [await weighed({ company: 'SBX_VOID_PENDING' }), await weighed()];
    await confirmBatch(rpc, { orderIds: ids });
    const before = await endedBatch(shipping, rpc);
    expect(await pagesBehind(before.labelsUrl)).toHaveLength(2);
    await rpc.voidLabel({ accountId: ACCOUNT, orderId: ids[0] as number, confirm: true });
    const { items, ...batch } = await rpc.getBatch({ accountId: ACCOUNT, batchId: before.batchId });
    expect(items).toMatchObject([
      { status: 'void_pending', labelUrl: undefined, formUrl: undefined },
      { status: 'purchased', labelUrl: expect.any(String) },
    ]);
    expect(batch).toMatchObject({ total: 2, purchased: 2, voided: 0, labelsUrl: before.labelsUrl });
    expect(await pagesBehind(batch.labelsUrl)).toHaveLength(1);
  });

  it('above max_total is refused and nothing is bought', async () => {
    await weighed();
    const { totalCostCents } = await previewBatch(rpc);
    await expect(confirmBatch(rpc, { maxTotalCents: totalCostCents - 1 })).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'batch_above_max_total',
      field: 'max_total',
    });
    expect(await shipping.db.collection('batches').countDocuments({})).toBe(0);
    await confirmBatch(rpc, { maxTotalCents: totalCostCents });
    expect((await endedBatch(shipping, rpc)).status).toBe('completed');
  });

  it('leaves out labels above max_per_label, says so, and buys the others', async () => {
    const cheap = await weighed();
    const dear = await weighed({ weightOz: 400 });
    const all = await previewBatch(rpc);
    const [price, dearPrice] = [cheap, dear].map(
      (id) => all.orders.find(({ orderId }) => orderId === id)?.priceCents ?? 0,
    ) as [number, number];
    const reason = failure(
      'failed_precondition',
      'label_above_max_per_label',
      { orderId: dear, postage: formatDollars(cents(dearPrice)), maxPerLabel: formatDollars(cents(price)) },
      'max_per_label',
    );

    const preview = await previewBatch(rpc, { maxPerLabelCents: price });
    expect(preview).toMatchObject({
      totalCostCents: price,
      leftOut: [{ orderId: dear, reason }],
      refusal: undefined,
    });
    await expect(confirmBatch(rpc, { maxPerLabelCents: price - 1 })).rejects.toMatchObject({
      reason: 'batch_no_order_buyable',
    });
    expect(await shipping.db.collection('batches').countDocuments({})).toBe(0);
    const confirmed = await confirmBatch(rpc, { maxPerLabelCents: price });
    expect(confirmed).toMatchObject({ ordersQueued: 1, leftOut: [{ orderId: dear, reason }] });
    expect(await endedBatch(shipping, rpc)).toMatchObject({ status: 'completed', total: 1, failed: 0 });
    expect(await sold()).toHaveLength(1);
    const again = await confirmBatch(rpc, { maxPerLabelCents: price });
    expect(again).toMatchObject({ batchId: confirmed.batchId, queuedNow: false });
  });

  it('that comes twenty times at once queues one batch, and all return it [MCP-S22]', async () => {
    for (const _ of [1, 2, 3]) await weighed();
    const other = (await shipping.startProcess()).rpc;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => confirmBatch(at % 2 === 0 ? rpc : other).catch((error) => error)),
    );
    const told = answers.filter((answer) => 'batchId' in answer);
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(({ queuedNow }) => queuedNow)).toHaveLength(1);
    expect(new Set(told.map(({ batchId }) => batchId)).size).toBe(1);
    await endedBatch(shipping, rpc);
    expect(await sold()).toHaveLength(3);
    expect(await shipping.db.collection('batches').countDocuments({})).toBe(1);
  });

  it('during a batch returns that batch for the same orders, and is refused for others [MCP-S22]', async () => {
    await first.stop();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = await shipping.startProcess({
      clients: ({ orders, billing }) => ({
        orders,
        billing: {
          ...billing,
          rechargeForBatch: async (request, options) => {
            await gate;
            return billing.rechargeForBatch(request, options);
          },
        },
      }),
    });
    const ids = [await weighed(), await weighed()];
    const { batchId } = await confirmBatch(held.rpc, { orderIds: ids });
    for (const orderIds of [ids, ids.toReversed(), []]) {
      const again = await confirmBatch(held.rpc, { orderIds });
      expect(again).toMatchObject({ batchId, queuedNow: false, ordersQueued: 2 });
    }
    const other = await weighed();
    for (const orderIds of [[other], [...ids, other], ids.slice(1), []]) {
      await expect(confirmBatch(held.rpc, { orderIds })).rejects.toMatchObject({
        code: 'failed_precondition',
        reason: 'batch_running',
        params: { batchId, orders: 2 },
      });
    }
    expect(await shipping.db.collection('batches').countDocuments({})).toBe(1);
    release();
    await endedBatch(shipping, held.rpc);
    shipping.clock.advance(1_000);
    expect(await confirmBatch(held.rpc)).toMatchObject({ queuedNow: true, ordersQueued: 1 });
  });

  it('is refused and queues nothing when a batch of other orders was confirmed first', async () => {
    const [mine, theirs] = [await weighed(), await weighed()];
    const slow = await shipping.startProcess({
      clients: ({ orders, billing }) => ({
        orders,
        billing: {
          ...billing,
          previewCharge: async (request, options) => {
            const charge = await billing.previewCharge(request, options);
            await confirmBatch(rpc, { orderIds: [theirs] });
            await endedBatch(shipping, rpc);
            return charge;
          },
        },
      }),
    });
    await expect(confirmBatch(slow.rpc, { orderIds: [mine] })).rejects.toMatchObject({
      reason: 'batches_contended',
    });
    expect(await shipping.db.collection('batches').countDocuments({})).toBe(1);
  });

  it('returns the batch that was confirmed first for the same orders, also when it has ended', async () => {
    const orderId = await weighed();
    let quicker: number | undefined;
    const slow = await shipping.startProcess({
      clients: ({ orders, billing }) => ({
        orders,
        billing: {
          ...billing,
          previewCharge: async (request, options) => {
            const charge = await billing.previewCharge(request, options);
            await confirmBatch(rpc, { orderIds: [orderId] });
            quicker = (await endedBatch(shipping, rpc)).batchId;
            return charge;
          },
        },
      }),
    });
    expect(await confirmBatch(slow.rpc, { orderIds: [orderId] })).toMatchObject({
      batchId: quicker,
      queuedNow: false,
      status: 'completed',
    });
    expect(await shipping.db.collection('batches').countDocuments({})).toBe(1);
  });

  it('continues after a carrier gave no answer, and waits for the outcome', async () => {
    const silent = await weighed({ company: 'SBX_TIMEOUT_AFTER_BUY' });
    const never = await weighed({ company: 'SBX_TIMEOUT_BEFORE_BUY' });
    const plain = await weighed();
    await confirmBatch(rpc);
    const batch = await endedBatch(shipping, rpc);
    expect(batch.items.map(({ orderId, status }) => [orderId, status])).toEqual([
      [silent, 'purchased'],
      [never, 'failed'],
      [plain, 'purchased'],
    ]);
    expect((await sold()).map(({ reference }) => readCarrierReference(reference)?.purchaseId).sort()).toEqual(
      [attemptOf(silent, 1), attemptOf(plain, 1)],
    );
  });

  it('does not buy for an order that got its label elsewhere', async () => {
    const orderId = await weighed();
    const choice = await rate(rpc, orderId);
    let rated: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      rated = resolve;
    });
    const slow = await shipping.startProcess({
      clients: ({ orders, billing }) => ({
        orders,
        billing: {
          ...billing,
          previewCharge: async (...request) => {
            await confirm(rpc, choice);
            rated();
            return billing.previewCharge(...request);
          },
        },
      }),
    });
    await confirmBatch(slow.rpc);
    await gate;
    const batch = await endedBatch(shipping, rpc);
    expect(batch).toMatchObject({ status: 'failed', purchased: 0, totalCostCents: 0 });
    expect(batch.items).toMatchObject([{ status: 'failed', error: { code: 'already_exists' } }]);
    expect(batch.labelsUrl).toBeUndefined();
    expect(await sold()).toHaveLength(1);
  });
});

describe('the money of a batch', () => {
  const set = (changes: { autoRechargeCents?: number; paymentMethod?: string; plan?: string }) =>
    shipping.billing.updateAccount({
      accountId: ACCOUNT,
      plan: undefined,
      autoRechargeCents: undefined,
      paymentMethod: undefined,
      addReferralCreditCents: undefined,
      idempotencyKey: '',
      ...changes,
    });
  const recharges = async () => {
    const page = { accountId: ACCOUNT, afterAccountId: 0, afterSeq: 0, limit: 1_000 };
    return (await shipping.billing.listTransfers(page)).transfers.filter(({ kind }) => kind === 'recharge');
  };
  beforeEach(async () => {
    await shipping.close();
    shipping = await startShipping({ balanceCents: 0 });
    rpc = (await shipping.startProcess()).rpc;
  });

  it('is recharged once, before the first label, also with pay-as-you-go [MCP-M8]', async () => {
    for (const _ of [1, 2, 3, 4, 5]) await weighed();
    await set({ autoRechargeCents: 1 });
    const { totalCostCents, autoRechargeWouldFire } = await previewBatch(rpc);
    expect(autoRechargeWouldFire).toBe(true);
    await confirmBatch(rpc);
    expect(await endedBatch(shipping, rpc)).toMatchObject({ status: 'completed', totalCostCents });
    expect(await recharges()).toHaveLength(1);
    expect(await available()).toBe(0);
  });

  it('is missing, so the confirm is refused', async () => {
    await weighed();
    expect((await previewBatch(rpc)).refusal?.reason).toBe('batch_balance_insufficient');
    await expect(confirmBatch(rpc)).rejects.toMatchObject({ code: 'payment_required' });
  });

  it('is declined by the payment method, so the batch fails and nothing is bought', async () => {
    const orderId = await weighed();
    await set({ autoRechargeCents: 2_500, paymentMethod: 'sandbox_declined' });
    await confirmBatch(rpc);
    const batch = await endedBatch(shipping, rpc);
    expect(batch).toMatchObject({ status: 'failed', failed: 1 });
    expect(batch.items[0]?.error).toMatchObject({ code: 'payment_required' });
    expect((await shipping.getOrder(orderId)).status).toBe('ChooseShipping');
    expect(await sold()).toEqual([]);
    expect(batch.finishedAt).toBeDefined();
  });

  it.each(['none', 'trial', 'basic', 'classic'])('a plan like %s has no batches [MCP-L5]', async (plan) => {
    await set({ plan });
    const refused = {
      code: 'permission_denied',
      reason: 'plan_lacks_feature',
      params: { serviceName: 'Ship.com' },
    };
    await expect(previewBatch(rpc)).rejects.toMatchObject(refused);
    await expect(confirmBatch(rpc)).rejects.toMatchObject(refused);
    await expect(rpc.getBatch({ accountId: ACCOUNT, batchId: 1 })).rejects.toMatchObject(refused);
  });
});

it('batches are listed newest first, page by page', async () => {
  const ids: number[] = [];
  for (const _ of [1, 2, 3]) {
    const orderId = await weighed();
    ids.unshift((await confirmBatch(rpc, { orderIds: [orderId] })).batchId);
    await endedBatch(shipping, rpc);
    shipping.clock.advance(1_000);
  }
  const list = (page: number) => rpc.listBatches({ accountId: ACCOUNT, page: { page, pageSize: 2 } });
  const pages = [await list(1), await list(2), await list(3)];
  expect(pages.map(({ batches }) => batches.map(({ batchId }) => batchId))).toEqual([
    ids.slice(0, 2),
    ids.slice(2),
    [],
  ]);
  expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
  const whole = await rpc.getBatch({ accountId: ACCOUNT, batchId: ids[0] });
  expect(pages[0]?.batches[0]).toEqual({ ...whole, items: [], problems: [] });
});

it("another account's batch gets the same answer as an unknown one [MCP-E9]", async () => {
  await weighed();
  const { batchId } = await confirmBatch(rpc);
  await endedBatch(shipping, rpc);
  await shipping.billing.updateAccount({
    accountId: 2,
    plan: 'growth',
    autoRechargeCents: undefined,
    paymentMethod: undefined,
    addReferralCreditCents: undefined,
    idempotencyKey: '',
  });
  for (const id of [batchId, 9_999]) {
    await expect(rpc.getBatch({ accountId: 2, batchId: id })).rejects.toMatchObject({
      code: 'not_found',
      reason: 'batch_not_found',
      params: { batchId: id },
    });
  }
  await expect(rpc.getBatch({ accountId: 2, batchId: undefined })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await rpc.listBatches({ accountId: 2, page: undefined })).toEqual({ batches: [], total: 0 });
});
