import { eventually } from '@parcelyard/testing/eventually';
import { Registry } from 'prom-client';
import { CarrierNoAnswer, CarrierRefused } from '../src/sellers/carrier-errors';
import type { BuyRequest, Carrier } from '../src/sellers/carrier-port';
import { type CarrierRegistry, createCarrierRegistry } from '../src/sellers/carrier-registry';
import { confirmBatch, endedBatch } from './support/batch';
import { processCrashingAt } from './support/crash';
import { latestPurchase, settle } from './support/settle';
import { ACCOUNT, confirm, rate, type Shipping, startShipping } from './support/start-shipping';

/**
 * In these tests, two sellers sell the labels of the sandbox's carriers. The second seller does not know the labels
 * that the first seller has sold.
 */
let shipping: Shipping;
let asked: string[];
beforeEach(async () => {
  shipping = await startShipping();
  asked = [];
});
afterEach(() => shipping.close());

const changed =
  (change: (carrier: Carrier) => Partial<Carrier>) =>
  ({ all, accounts }: CarrierRegistry): CarrierRegistry =>
    createCarrierRegistry(
      all.map((carrier): Carrier => ({ ...carrier, ...change(carrier) })),
      accounts,
    );

const easypost = changed(() => ({ seller: 'easypost' }));
const silentEasypost = changed((carrier) => ({
  seller: 'easypost',
  buy: async (request: BuyRequest) => {
    await carrier.buy(request);
    throw new CarrierNoAnswer(carrier.code);
  },
}));

const note = <T>(what: string, answer: T) => {
  asked.push(what);
  return answer;
};
const anotherSeller = changed(({ code }) => ({
  seller: 'sandbox',
  buy: async () => note('buy', Promise.reject(new CarrierNoAnswer(code))),
  findByReference: async () => note('look up', undefined),
  close: async () => note('close', undefined),
  track: async () => note('track', Promise.reject(new CarrierRefused(code, 'not_found', 'No such label.'))),
  void: async () => note('void', Promise.reject(new CarrierRefused(code, 'not_found', 'No such label.'))),
}));

const money = async () => {
  const { availableCents, heldCents } = await shipping.billing.getBalance({ accountId: ACCOUNT });
  return { availableCents, heldCents };
};
const sold = async () => {
  const { rpc, stop } = await shipping.startProcess();
  const journal = await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 100 });
  await stop();
  return journal.entries;
};

type Process = Awaited<ReturnType<Shipping['startProcess']>>;
const metric = async ({ metrics }: Process, name: string) => {
  const registry = new Registry();
  for (const one of metrics) registry.registerMetric(one);
  return registry.getSingleMetricAsString(name);
};
const sellersFound = async ({ checks }: Process) => {
  const found = await checks.find(({ name }) => name === 'sellers')?.run();
  return typeof found === 'string' ? found : { ok: found?.ok, text: found?.text };
};

/** Moves the clock until a worker has continued the purchase this many times. */
async function untilResumed(orderId: number, times: number) {
  for (let time = 0; time < times; time += 1) {
    const dueAt = (await latestPurchase(shipping, orderId))?.dueAt as Date;
    expect(dueAt).toBeInstanceOf(Date);
    if (dueAt > shipping.clock.now()) shipping.clock.set(dueAt);
    await eventually(async () => {
      const purchase = await latestPurchase(shipping, orderId);
      expect(purchase?.leaseUntil).toBeUndefined();
      expect(purchase?.dueAt?.getTime()).toBeGreaterThan(dueAt.getTime());
    });
  }
}

test('a label whose answer was lost waits for its seller with its money held', async () => {
  const first = await shipping.startProcess({ carriers: silentEasypost });
  const { orderId } = await shipping.createOrder();
  const choice = await rate(first.rpc, orderId);
  await expect(confirm(first.rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
  await first.stop();
  const held = await money();
  expect(held.heldCents).toBeGreaterThan(0);

  const without = await shipping.startProcess({ carriers: anotherSeller });
  await untilResumed(orderId, 4);
  expect(await latestPurchase(shipping, orderId)).toMatchObject({ state: 'unknown' });
  const again = rate(without.rpc, orderId).then((other) => confirm(without.rpc, other));
  await expect(again).rejects.toMatchObject({ code: 'unresolved' });
  expect(await money()).toEqual(held);
  expect(asked).toEqual([]);
  expect(await metric(without, 'parcelyard_purchases_without_seller')).toContain('{seller="easypost"} 1');
  expect(await sellersFound(without)).toEqual({
    ok: false,
    text: '1 purchase waits for EasyPost: put easypost back into CARRIERS, with its key',
  });
  await without.stop();

  const back = await shipping.startProcess({ carriers: easypost });
  await settle(shipping, orderId, 'done');
  expect(await metric(back, 'parcelyard_purchases_without_seller')).toContain('{seller="easypost"} 0');
  expect(await sellersFound(back)).toEqual({ ok: true, text: 'sandbox' });
  expect((await money()).heldCents).toBe(0);
  const labels = await sold();
  expect(labels).toHaveLength(1);
  const { label } = await shipping.getOrder(orderId);
  expect(label?.trackingNumber).toBe(labels[0]?.trackingNumber);
});

test('a purchase that was interrupted is not bought from another seller', async () => {
  const doomed = processCrashingAt('purchase-5-carrier-bought');
  const first = await shipping.startProcess({ ...doomed, carriers: easypost });
  const { orderId } = await shipping.createOrder();
  const choice = await rate(first.rpc, orderId);
  await expect(confirm(first.rpc, choice)).rejects.toThrow();
  await first.stop();
  shipping.clock.advance(13_000);

  const without = await shipping.startProcess({ carriers: anotherSeller });
  await untilResumed(orderId, 2);
  expect(await latestPurchase(shipping, orderId)).toMatchObject({ state: 'carrier_sent' });
  expect(asked).toEqual([]);
  await without.stop();

  await shipping.startProcess({ carriers: easypost });
  await settle(shipping, orderId, 'done');
  expect(await sold()).toHaveLength(1);
});

test('a rate of a removed seller is refused with a reason before money is held', async () => {
  const first = await shipping.startProcess({ carriers: easypost });
  const { orderId } = await shipping.createOrder();
  const choice = await rate(first.rpc, orderId);
  const before = await money();
  await first.stop();

  const without = await shipping.startProcess({ carriers: anotherSeller });
  for (const confirmed of [false, true]) {
    await expect(without.rpc.buyLabel({ ...choice, confirm: confirmed })).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'rate_of_seller_out_of_use',
      field: 'rate_id',
      params: { seller: 'EasyPost' },
    });
  }
  expect(await money()).toEqual(before);
  expect(await shipping.transfersOf(orderId)).toEqual([]);
  expect(asked).toEqual([]);
});

describe('a label of a removed seller', () => {
  let orderId: number;
  const buyAtEasypost = async () => {
    const first = await shipping.startProcess({ carriers: easypost });
    ({ orderId } = await shipping.createOrder());
    await confirm(first.rpc, await rate(first.rpc, orderId));
    await first.stop();
  };

  test('is not voided through another seller: the void is refused with a reason and changes nothing', async () => {
    await buyAtEasypost();
    const before = await shipping.getOrder(orderId);
    const { rpc } = await shipping.startProcess({ carriers: anotherSeller });
    for (const confirmed of [false, true]) {
      await expect(rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: confirmed })).rejects.toMatchObject({
        code: 'failed_precondition',
        reason: 'seller_not_configured',
        params: { seller: 'EasyPost' },
      });
    }
    expect(asked.filter((what) => what !== 'track')).toEqual([]);
    expect(await shipping.getOrder(orderId)).toEqual(before);
    expect(await latestPurchase(shipping, orderId)).toMatchObject({ state: 'done' });
  });

  test('stays when its order is canceled, with a note, and can be voided later', async () => {
    await buyAtEasypost();
    const without = await shipping.startProcess({ carriers: anotherSeller });
    const preview = await without.rpc.cancelOrder({ accountId: ACCOUNT, orderId, confirm: false });
    expect(preview.outcome).toMatchObject({ preview: { labelWillBeVoided: false, refundExpectedCents: 0 } });
    const canceled = await without.rpc.cancelOrder({ accountId: ACCOUNT, orderId, confirm: true });
    expect(canceled.outcome).toMatchObject({
      result: {
        labelVoided: false,
        refundStatus: 'none',
        note: expect.stringContaining('is from EasyPost, which is not set up here'),
      },
    });
    expect(asked).toEqual([]);
    await without.stop();

    const { rpc } = await shipping.startProcess({ carriers: easypost });
    await rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
    await settle(shipping, orderId, 'refunded');
  });

  test('is not tracked through another seller, and is tracked again when its seller is configured again', async () => {
    await buyAtEasypost();
    const without = await shipping.startProcess({ carriers: anotherSeller });
    const dueAt = async () => {
      const purchase = await latestPurchase(shipping, orderId);
      return (purchase as { parcel?: { dueAt?: Date } } | null)?.parcel?.dueAt as Date;
    };
    const due = await dueAt();
    shipping.clock.set(due);
    await eventually(async () => expect((await dueAt()).getTime()).toBeGreaterThan(due.getTime()));
    expect(asked).toEqual([]);
    expect(await metric(without, 'parcelyard_parcels_without_seller_total')).toContain(
      '{seller="easypost"} 1',
    );
    await without.stop();

    await shipping.startProcess({ carriers: easypost });
    await eventually(async () => {
      shipping.clock.advance(3_600_000);
      expect((await shipping.getOrder(orderId)).status).not.toBe('PrintLabel');
    });
  });

  test('whose void is pending waits, and is refunded once when its seller is configured again', async () => {
    const first = await shipping.startProcess({ carriers: easypost });
    ({ orderId } = await shipping.createOrder({ company: 'SBX_VOID_PENDING' }));
    await confirm(first.rpc, await rate(first.rpc, orderId));
    await first.rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
    await first.stop();

    const without = await shipping.startProcess({ carriers: anotherSeller });
    await untilResumed(orderId, 3);
    expect(await latestPurchase(shipping, orderId)).toMatchObject({ state: 'void_requested' });
    expect(asked).toEqual([]);
    await without.stop();

    await shipping.startProcess({ carriers: easypost });
    await settle(shipping, orderId, 'refunded');
    const refunds = (await shipping.transfersOf(orderId)).filter(({ kind }) => kind === 'refund');
    expect(refunds).toHaveLength(1);
  });
});

test('a batch whose seller was removed before it began buys nothing, holds nothing and has the reason', async () => {
  const first = await shipping.startProcess({ carriers: easypost });
  const { orderId } = await shipping.createOrder();
  const before = await money();
  // The workers of this process have stopped, so the next process runs this batch.
  await first.stop();
  const { batchId } = await confirmBatch(first.rpc, { orderIds: [orderId], weightOz: 12 });

  const { rpc } = await shipping.startProcess({ carriers: anotherSeller });
  expect(await endedBatch(shipping, rpc, batchId)).toMatchObject({
    status: 'failed',
    items: [{ status: 'failed', error: { reason: 'rate_of_seller_out_of_use' } }],
  });
  expect(await money()).toEqual(before);
  expect(asked).toEqual([]);
});
