import { eventually } from '@parcelyard/testing/eventually';
import type { BuyRequest, Carrier } from '../src/sellers/carrier-port';
import { type CarrierRegistry, createCarrierRegistry } from '../src/sellers/carrier-registry';
import { API_KEY, type EasypostDouble, startEasypostDouble } from './sellers/easypost/start-easypost-double';
import { confirmBatch, endedBatch, previewBatch } from './support/batch';
import { ACCOUNT, confirm, preview, rate, type Shipping, startShipping } from './support/start-shipping';

/** An account with much sandbox money, and a seller of real labels. */
let shipping: Shipping;
let easypost: EasypostDouble;
let bought: string[];
beforeEach(async () => {
  [shipping, easypost] = await Promise.all([startShipping({ billing: {} }), startEasypostDouble()]);
  bought = [];
});
afterEach(async () => {
  await shipping.close();
  await easypost.stop();
});

const watched = ({ all, accounts }: CarrierRegistry): CarrierRegistry =>
  createCarrierRegistry(
    all.map(
      (carrier): Carrier => ({
        ...carrier,
        buy: async (request: BuyRequest) => {
          bought.push(request.reference);
          return carrier.buy(request);
        },
      }),
    ),
    accounts,
  );
const start = () =>
  shipping.startProcess({
    carriers: watched,
    config: { CARRIERS: ['easypost'], EASYPOST_API_KEY: API_KEY, EASYPOST_API_URL: easypost.url },
  });
const balance = () => shipping.billing.getBalance({ accountId: ACCOUNT });

test('sandbox money buys no real label, neither alone nor in a batch', async () => {
  const { rpc } = await start();
  const { orderId } = await shipping.createOrder();
  const before = await balance();
  const choice = await rate(rpc, orderId);
  expect((await preview(rpc, choice)).refusal).toMatchObject({ reason: 'labels_of_another_kind' });
  await expect(confirm(rpc, choice)).rejects.toMatchObject({
    code: 'failed_precondition',
    reason: 'purchase_failed',
    params: { cause: { reason: 'labels_of_another_kind' } },
  });
  const wrapped = { reason: 'purchase_failed', params: { cause: { reason: 'labels_of_another_kind' } } };
  expect((await previewBatch(rpc, { orderIds: [orderId] })).refusal).toMatchObject({
    reason: 'purchase_failed',
    params: expect.stringContaining('labels_of_another_kind'),
  });
  await expect(confirmBatch(rpc, { orderIds: [orderId] })).rejects.toMatchObject(wrapped);
  expect(bought).toEqual([]);
  expect(await balance()).toEqual(before);
  expect((await shipping.transfersOf(orderId)).filter(({ lines }) => lines.length > 0)).toEqual([]);
  expect((await shipping.getOrder(orderId)).label).toBeUndefined();
});

test('a batch that was queued before the kind of money changed charges nothing', async () => {
  const own = await startShipping();
  try {
    const queuing = await own.startProcess({
      config: { CARRIERS: ['easypost'], EASYPOST_API_KEY: API_KEY, EASYPOST_API_URL: easypost.url },
    });
    const { orderId } = await own.createOrder();
    await queuing.stop();
    const { batchId } = await confirmBatch(queuing.rpc, { orderIds: [orderId], weightOz: 12 });
    const { rpc } = await own.startProcess({
      config: { CARRIERS: ['easypost'], EASYPOST_API_KEY: API_KEY, EASYPOST_API_URL: easypost.url },
      clients: ({ orders, billing }) => ({
        orders,
        billing: { ...billing, rechargeForBatch: shipping.billing.rechargeForBatch },
      }),
    });
    expect(await endedBatch(own, rpc, batchId)).toMatchObject({
      status: 'failed',
      items: [{ error: { reason: 'purchase_failed' } }],
    });
    expect(await own.transfersOf(orderId)).toEqual([]);
  } finally {
    await own.close();
  }
});

test('the service is never ready, and the doctor names the missing variable', async () => {
  const { notReady, checks } = await start();
  const words = expect.stringContaining('ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS=yes');
  await eventually(async () => expect(await notReady()).toEqual([words]));
  const check = checks.find(({ name }) => name === 'money and carriers');
  expect(await check?.run()).toMatchObject({ ok: false, text: words });
});

test('sandbox carriers and sandbox money are ready', async () => {
  const { notReady, checks } = await shipping.startProcess();
  const check = checks.find(({ name }) => name === 'money and carriers');
  expect(await check?.run()).toMatchObject({ ok: true, text: 'sandbox carriers' });
  expect(await notReady()).toEqual([]);
});
