import { ReturnStep } from '@parcelyard/contracts/orders';
import type { Rate } from '@parcelyard/contracts/shipping';
import { eventually } from '@parcelyard/testing/eventually';
import { attemptOf } from './support/attempt-of';
import { processCrashingAt } from './support/crash';
import { latestPurchase, settle } from './support/settle';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

const LEASE_MS = 13_000;

let shipping: Shipping;
let rpc: ShippingClient;
beforeEach(async () => {
  shipping = await startShipping();
  ({ rpc } = await shipping.startProcess());
});
afterEach(() => shipping.close());

const step = (orderId: number, wish: ReturnStep) =>
  shipping.orders.changeReturn({ accountId: ACCOUNT, orderId, step: wish });
const advance = (orderId: number, status: string) =>
  rpc.advanceTracking({ accountId: ACCOUNT, orderId, status });

/** Creates an order whose parcel was delivered. */
const delivered = async (draft: Parameters<Shipping['createOrder']>[0] = {}) => {
  const { orderId } = await shipping.createOrder(draft);
  await confirm(rpc, await rate(rpc, orderId));
  await advance(orderId, 'Delivered');
  return orderId;
};
const requested = async () => {
  const orderId = await delivered();
  await step(orderId, ReturnStep.REQUEST);
  return orderId;
};
const buyReturn = async (orderId: number, wish: object = {}, client = rpc) => {
  const { outcome } = await client.buyReturnLabel({ accountId: ACCOUNT, orderId, confirm: true, ...wish });
  if (outcome?.$case !== 'result') throw new Error('A confirm answered without a result.');
  return outcome.result;
};
const voidReturn = async (orderId: number) => {
  const { outcome } = await rpc.voidReturnLabel({ accountId: ACCOUNT, orderId, confirm: true });
  if (outcome?.$case !== 'result') throw new Error('A confirm answered without a result.');
  return outcome.result;
};
const available = async () => (await shipping.billing.getBalance({ accountId: ACCOUNT })).availableCents;
const kindsOf = async (orderId: number) => (await shipping.transfersOf(orderId)).map(({ kind }) => kind);
const sales = async (orderId: number) => {
  const { entries } = await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 });
  return entries.filter(({ reference }) => reference.startsWith(`pur_${orderId}_`));
};
const purchasesOf = async (orderId: number) => {
  const { purchases } = await rpc.listPurchases({ accountId: ACCOUNT, afterPurchaseId: '', limit: 0 });
  return purchases.filter((purchase) => purchase.orderId === orderId);
};

describe('a return label that is bought with a return rate', () => {
  const rateReturn = async (orderId: number) => {
    const answer = await rpc.getRates({
      accountId: ACCOUNT,
      orderId,
      parcel: { weightOz: 20 },
      signatureRequired: false,
      saturdayDelivery: false,
      forReturn: true,
    });
    const [{ rateId, method, serviceLevel, amountCents }] = answer.rates as [Rate];
    const choice = { accountId: ACCOUNT, orderId, rateId, packageId: answer.packageId, method, serviceLevel };
    return { choice, amountCents, answer };
  };
  const previewOf = async (choice: Awaited<ReturnType<typeof rateReturn>>['choice']) => {
    const { outcome } = await rpc.buyLabel({ ...choice, confirm: false });
    if (outcome?.$case !== 'preview') throw new Error('A preview answered something else.');
    return outcome.preview;
  };

  test('is previewed, then bought once at the sealed price, without an earlier return request', async () => {
    const orderId = await delivered({ totalCents: 10_000 });
    const before = await shipping.getOrder(orderId);
    const { choice, amountCents, answer } = await rateReturn(orderId);
    expect([answer.addressCheck, answer.cover, answer.warnings]).toEqual([undefined, undefined, []]);
    const { shipFrom } = await rpc.getSettings({ accountId: ACCOUNT });
    expect(await previewOf(choice)).toMatchObject({
      forReturn: true,
      shipTo: { street1: shipFrom?.street1, zip: shipFrom?.zip },
      weightOz: 20,
      postageCents: amountCents,
      insuranceCents: 0,
      existingLabel: undefined,
    });
    expect(await shipping.getOrder(orderId)).toEqual(before);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(rpc, choice)));
    expect(answers.filter(({ chargedNow }) => chargedNow)).toHaveLength(1);
    expect(answers[0]).toMatchObject({ forReturn: true, postageCents: amountCents });
    const order = await shipping.getOrder(orderId);
    expect(order).toMatchObject({
      status: 'WaitingForReturn',
      label: before.label,
      weightOz: before.weightOz,
    });
    expect(await sales(orderId)).toHaveLength(2);
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'hold', 'capture']);
    expect((await previewOf(choice)).existingLabel?.purchaseId).toBe(order.returnLabel?.purchaseId);
    expect((await confirm(rpc, choice)).chargedNow).toBe(false);
  });

  test('above the ceiling is refused, and order and money do not change', async () => {
    const orderId = await delivered({ totalCents: 0 });
    const before = await available();
    const { choice, amountCents } = await rateReturn(orderId);
    await expect(
      rpc.buyLabel({ ...choice, confirm: true, maxCostCents: amountCents - 1 }),
    ).rejects.toMatchObject({
      code: 'failed_precondition',
    });
    expect([(await shipping.getOrder(orderId)).status, await available()]).toEqual(['Delivered', before]);
  });

  test('can be bought after a failed delivery, and a withdrawn return restores that status', async () => {
    const { orderId } = await shipping.createOrder({ company: 'SBX_SCAN_EXCEPTION' });
    await confirm(rpc, await rate(rpc, orderId));
    await advance(orderId, 'DeliveryFailure');
    await confirm(rpc, (await rateReturn(orderId)).choice);
    await voidReturn(orderId);
    expect((await shipping.getOrder(orderId)).status).toBe('ReturnLabelRefunded');
    await confirm(rpc, (await rateReturn(orderId)).choice);
    await voidReturn(orderId);
    expect((await step(orderId, ReturnStep.WITHDRAW)).status).toBe('DeliveryFailure');
  });

  test('is neither rated nor bought before delivery, and an outbound rate cannot buy it', async () => {
    const { orderId } = await shipping.createOrder();
    const out = await rate(rpc, orderId);
    await expect(rateReturn(orderId)).rejects.toMatchObject({ reason: 'order_not_returnable' });
    await confirm(rpc, out);
    await advance(orderId, 'Delivered');
    expect(await confirm(rpc, out)).toMatchObject({ chargedNow: false });
    expect((await shipping.getOrder(orderId)).returnLabel).toBeUndefined();
  });
});

describe('a return label', () => {
  test('is bought once, at the cheapest rate, beside the outbound label', async () => {
    const orderId = await requested();
    const [before, out] = [await available(), (await shipping.getOrder(orderId)).label];
    const { outcome } = await rpc.buyReturnLabel({ accountId: ACCOUNT, orderId, confirm: false });
    if (outcome?.$case !== 'preview') throw new Error('no preview');
    const { totalChargeCents, insuranceCents } = outcome.preview;
    expect([insuranceCents, await available()]).toEqual([0, before]);

    const bought = await buyReturn(orderId);
    expect(bought).toMatchObject({ chargedNow: true, postageCents: outcome.preview.postageCents });
    expect((await buyReturn(orderId)).chargedNow).toBe(false);
    const order = await shipping.getOrder(orderId);
    expect(order).toMatchObject({
      status: 'WaitingForReturn',
      label: out,
      trackingNumber: out?.trackingNumber,
      returnLabel: { purchaseId: attemptOf(orderId, 2), trackingNumber: bought.label?.trackingNumber },
    });
    expect(await available()).toBe(before - totalChargeCents);
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'hold', 'capture']);
    expect((await purchasesOf(orderId)).map(({ state, isReturn }) => [state, isReturn])).toEqual([
      ['done', undefined],
      ['done', true],
    ]);
  });

  test("goes from the customer to the shop, and does not show the customer's address", async () => {
    const orderId = await requested();
    const { label } = await buyReturn(orderId);
    const sale = await shipping.db
      .collection<{ reference: string; from: { city: string }; to: { city: string } }>('carrier_journal')
      .findOne({ accountId: ACCOUNT, trackingNumber: label?.trackingNumber });
    const { shipFrom } = await rpc.getSettings({ accountId: ACCOUNT });
    expect([sale?.from.city, sale?.to.city]).toEqual(['Sacramento', shipFrom?.city]);
    expect(label?.postalAddress).toBeUndefined();
  });

  test('can have a chosen service, and is refused above the ceiling or without a return request', async () => {
    const orderId = await requested();
    await expect(buyReturn(orderId, { maxCostCents: 1 })).rejects.toMatchObject({
      reason: 'price_above_max_cost',
    });
    await expect(buyReturn(orderId, { serviceLevel: 'none' })).rejects.toMatchObject({ reason: 'no_rates' });
    const { label } = await buyReturn(orderId, { serviceLevel: 'usps_priority_mail' });
    expect(label?.serviceLevel).toBe('usps_priority_mail');
    const other = await delivered();
    await expect(buyReturn(other)).rejects.toMatchObject({ reason: 'return_not_requested' });
    expect(await kindsOf(other)).toEqual(['hold', 'capture']);
  });

  test('is bought once by ten confirms at once', async () => {
    const orderId = await requested();
    const answers = await Promise.all(Array.from({ length: 10 }, () => buyReturn(orderId)));
    expect(answers.filter(({ chargedNow }) => chargedNow)).toHaveLength(1);
    expect(await sales(orderId)).toHaveLength(2);
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'hold', 'capture']);
  });

  test('moves the return by its scans, and does not change the outbound dates', async () => {
    const orderId = await requested();
    const { deliveredDate } = await shipping.getOrder(orderId);
    await buyReturn(orderId);
    shipping.clock.advance(60_000);
    expect((await advance(orderId, 'InTransit')).status).toBe('ReturnInTransit');
    expect(await advance(orderId, 'Delivered')).toMatchObject({ status: 'ReturnDelivered', deliveredDate });
    await expect(voidReturn(orderId)).rejects.toMatchObject({ reason: 'parcel_scanned' });
    expect((await step(orderId, ReturnStep.RECEIVE)).status).toBe('ReturnReceived');
    expect((await step(orderId, ReturnStep.COMPLETE)).status).toBe('ReturnComplete');
    expect((await step(orderId, ReturnStep.COMPLETE)).status).toBe('ReturnComplete');
  });

  test('is voided and refunded once, and another one can be bought', async () => {
    const orderId = await requested();
    await expect(voidReturn(orderId)).rejects.toMatchObject({ reason: 'no_label_to_void' });
    const before = await available();
    const { feeCents } = await buyReturn(orderId);
    expect(await voidReturn(orderId)).toMatchObject({ carrierAccepted: true });
    const order = await shipping.getOrder(orderId);
    expect([order.status, order.returnLabel, order.label?.purchaseId]).toEqual([
      ...['ReturnLabelRefunded', undefined, attemptOf(orderId, 1)],
    ]);
    await settle(shipping, orderId, 'refunded');
    expect(await available()).toBe(before - feeCents);
    expect((await buyReturn(orderId)).label?.purchaseId).toEqual(attemptOf(orderId, 3));
    expect((await shipping.getOrder(orderId)).status).toBe('WaitingForReturn');
  });

  test('prevents a withdrawal of the return while it is live; before it, a withdrawal is possible', async () => {
    const orderId = await requested();
    expect((await step(orderId, ReturnStep.WITHDRAW)).status).toBe('Delivered');
    await step(orderId, ReturnStep.REQUEST);
    await buyReturn(orderId);
    await expect(step(orderId, ReturnStep.WITHDRAW)).rejects.toMatchObject({ reason: 'return_step_refused' });
  });
});

describe.each([
  'purchase-1-claimed',
  'purchase-2-locked',
  'purchase-3-held',
  'purchase-4-carrier-sent',
  'purchase-5-carrier-bought',
  'purchase-6-labelled',
  'purchase-7-attached',
  'purchase-8-captured',
])('a crash right after %s', (point) => {
  test('continued soon: the return has one label with one capture', async () => {
    const orderId = await requested();
    const doomed = processCrashingAt(point);
    const { rpc: dying, stop } = await shipping.startProcess(doomed);
    await expect(buyReturn(orderId, {}, dying)).rejects.toBeDefined();
    expect(doomed.isDead()).toBe(true);
    await stop();

    shipping.clock.advance(LEASE_MS);
    await eventually(async () =>
      expect(await latestPurchase(shipping, orderId)).toMatchObject({ generation: 2, state: 'done' }),
    );
    expect((await buyReturn(orderId)).chargedNow).toBe(false);
    expect(await sales(orderId)).toHaveLength(2);
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'hold', 'capture']);
    expect((await shipping.getOrder(orderId)).lockedBy).toBeUndefined();
  });

  test('continued an hour later: one label with one capture, or an unchanged return and a release', async () => {
    const orderId = await requested();
    const start = await available();
    const { rpc: dying, stop } = await shipping.startProcess(processCrashingAt(point));
    await expect(buyReturn(orderId, {}, dying)).rejects.toBeDefined();
    await stop();

    shipping.clock.advance(3_600_000);
    await eventually(async () =>
      expect(['done', 'failed']).toContain((await latestPurchase(shipping, orderId))?.state),
    );
    const { status, returnLabel, lockedBy } = await shipping.getOrder(orderId);
    expect(lockedBy).toBeUndefined();
    if (returnLabel) expect(await available()).toBe(start - returnLabel.costCents);
    else expect([status, await available()]).toEqual(['PrintReturnLabel', start]);
    expect((await buyReturn(orderId)).chargedNow).toBe(returnLabel === undefined);
    expect(await sales(orderId)).toHaveLength(2);
  });
});
