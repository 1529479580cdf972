import { failure } from '@parcelyard/service-kit/failure';
import { servingRequest } from '@parcelyard/service-kit/tracing/request-id';
import { stopTime } from '@parcelyard/testing/stop-time';
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
let rpc: ShippingClient;
beforeEach(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
});
afterEach(() => {
  jest.useRealTimers();
  return shipping.close();
});

const created = async (draft: Parameters<Shipping['createOrder']>[0] = {}) =>
  (await shipping.createOrder(draft)).orderId;
const weighed = (draft: Parameters<Shipping['createOrder']>[0] = {}) => created({ weightOz: 12, ...draft });
const insure = () =>
  rpc.updateSettings({
    accountId: ACCOUNT,
    shipFrom: undefined,
    printSetting: undefined,
    insurance: true,
  });
const batches = () => shipping.db.collection('batches').countDocuments({});

describe('a preview of a batch', () => {
  it('shows for each order its recipient, weight and address problems [MCP-S61]', async () => {
    const right = await weighed({ name: 'Grace Hopper', state: 'CA', zip: '95814' });
    const wrong = await weighed({ name: 'Charles Babbage', zip: '10118' });
    const { orders } = await previewBatch(rpc);
    expect(orders).toMatchObject([
      {
        orderId: right,
        name: 'Grace Hopper',
        city: 'Sacramento',
        state: 'CA',
        weightOz: 12,
        addressCheck: { status: 'plausible', messages: [{ code: 'street_not_checked' }] },
      },
      {
        orderId: wrong,
        name: 'Charles Babbage',
        error: undefined,
        addressCheck: { status: 'warning', messages: [{ code: 'zip_state_mismatch', field: 'zip' }] },
      },
    ]);
  });

  it('says which orders were not rated when its caller has no time left, instead of failing', async () => {
    const orderId = await weighed();
    stopTime();
    const { orders } = await servingRequest('hasty', () => previewBatch(rpc), 2_400);
    const words = expect.stringMatching(/take fewer orders at a time/);
    expect(orders).toMatchObject([{ orderId, error: { reason: 'no_rates', params: words } }]);
  });

  it('names every order without a label, with the reason, and counts them [MCP-S60]', async () => {
    const unweighed = await created();
    const unrated = await weighed({ zip: '00004' });
    await weighed();
    const { leftOut, leftOutCount } = await previewBatch(rpc);
    expect(leftOut).toMatchObject([
      { orderId: unrated, reason: failure('no_rates', 'no_rates', { orderId: unrated, words: '' }) },
      {
        orderId: unweighed,
        orderNumber: expect.stringMatching(/^[A-Z0-9]{6}$/),
        reason: failure('no_weight', 'order_without_weight', { orderId: unweighed }),
      },
    ]);
    expect(leftOutCount).toBe(2);
  });

  it('shows the total charge with insurance beside the postage', async () => {
    await insure();
    await weighed();
    const preview = await previewBatch(rpc);
    expect(preview.insuranceCents).toBeGreaterThan(0);
    expect(preview.totalChargeCents).toBe(preview.totalCostCents + preview.insuranceCents);
    expect(preview.balanceAfterCents).toBe(preview.currentBalanceCents - preview.totalChargeCents);
  });
});

describe('a weight for the whole batch', () => {
  it('is used for orders without their own weight, and is saved on them [MCP-S62]', async () => {
    const [own, bare] = [await weighed(), await created()];
    const preview = await previewBatch(rpc, { weightOz: 5 });
    expect(preview.orders.map(({ orderId, weightOz }) => [orderId, weightOz])).toEqual([
      [own, 12],
      [bare, 5],
    ]);
    expect(preview).toMatchObject({ leftOut: [], weighedCount: 1 });
    expect((await shipping.getOrder(own)).weightOz).toBe(12);
    expect((await shipping.getOrder(bare)).weightOz).toBe(5);
  });

  it('is used in the purchase as in the preview', async () => {
    const ids = [await created(), await created()];
    const { totalCostCents } = await previewBatch(rpc, { orderIds: ids, weightOz: 8 });
    await confirmBatch(rpc, { orderIds: ids, weightOz: 8, maxTotalCents: totalCostCents });
    expect(await endedBatch(shipping, rpc)).toMatchObject({
      status: 'completed',
      purchased: 2,
      totalCostCents,
    });
  });

  it('is refused when it is invalid', async () => {
    await created();
    for (const weightOz of [0, -1, Number.NaN]) {
      await expect(previewBatch(rpc, { weightOz })).rejects.toMatchObject({ code: 'invalid_argument' });
    }
  });
});

describe('a ceiling on the whole charge', () => {
  it('refuses a batch that passes it because of insurance, and buys nothing [MCP-S63]', async () => {
    await insure();
    await weighed();
    const { totalCostCents, totalChargeCents } = await previewBatch(rpc);
    const ceilings = { maxTotalCents: totalCostCents, maxChargeCents: totalChargeCents - 1 };
    expect((await previewBatch(rpc, ceilings)).refusal?.reason).toBe('batch_above_max_charge');
    await expect(confirmBatch(rpc, ceilings)).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'batch_above_max_charge',
      field: 'max_charge',
    });
    expect(await batches()).toBe(0);
    await confirmBatch(rpc, { ...ceilings, maxChargeCents: totalChargeCents });
    expect(await endedBatch(shipping, rpc)).toMatchObject({ totalCostCents, totalChargeCents });
  });
});

describe('a repeated confirm after the batch has ended', () => {
  it.each([
    ['of the ready-to-ship orders', () => []],
    ['of the same orders by id', (ids: number[]) => ids],
  ])('%s returns that batch and buys nothing [MCP-S64]', async (_, named) => {
    const ids = [await weighed(), await weighed({ zip: '00004' })];
    const orderIds = named(ids);
    const first = await confirmBatch(rpc, { orderIds });
    expect(first.leftOut).toMatchObject([{ orderId: ids[1] }]);
    await endedBatch(shipping, rpc);
    const again = await confirmBatch(rpc, { orderIds });
    expect(again).toMatchObject({
      batchId: first.batchId,
      ordersQueued: first.ordersQueued,
      queuedNow: false,
      totalChargeCents: first.totalChargeCents,
      status: 'completed_with_errors',
      createdAt: first.createdAt,
    });
    expect(await batches()).toBe(1);
  });

  it('starts a new batch when it can buy a label', async () => {
    const first = await confirmBatch(rpc, { orderIds: [await weighed()] });
    await endedBatch(shipping, rpc);
    shipping.clock.advance(1_000);
    await weighed();
    expect(await confirmBatch(rpc)).toMatchObject({ queuedNow: true, ordersQueued: 1 });
    expect((await endedBatch(shipping, rpc)).batchId).not.toBe(first.batchId);
  });

  it('is refused for other orders, and after a day', async () => {
    const ids = [await weighed(), await weighed({ zip: '00004' })];
    await confirmBatch(rpc, { orderIds: ids });
    await endedBatch(shipping, rpc);
    const elsewhere = await weighed();
    await confirm(rpc, await rate(rpc, elsewhere));
    for (const orderIds of [[ids[1] as number], [...ids, elsewhere]]) {
      await expect(confirmBatch(rpc, { orderIds })).rejects.toMatchObject({
        reason: 'batch_no_order_buyable',
      });
    }
    shipping.clock.advance(86_400_001);
    await expect(confirmBatch(rpc, { orderIds: ids })).rejects.toMatchObject({
      reason: 'batch_no_order_buyable',
    });
  });
});

it('a batch is read page by page, with all problems first [MCP-S65]', async () => {
  const ids = [];
  for (const zip of ['95814', '00004', '95814', '00004', '95814']) ids.push(await weighed({ zip }));
  const { batchId } = await confirmBatch(rpc, { orderIds: ids });
  const whole = await endedBatch(shipping, rpc, batchId);
  expect(whole.items).toHaveLength(5);
  for (const [page, expected] of [
    [1, ids.slice(0, 2)],
    [3, ids.slice(4)],
    [4, []],
  ] as const) {
    const read = await rpc.getBatch({ accountId: ACCOUNT, batchId, page: { page, pageSize: 2 } });
    expect(read.items.map(({ orderId }) => orderId)).toEqual(expected);
    expect({ ...read, items: whole.items }).toEqual(whole);
    expect(read.problems.map(({ orderId, error }) => [orderId, error?.code])).toEqual([
      [ids[1], 'no_rates'],
      [ids[3], 'no_rates'],
    ]);
  }
});
