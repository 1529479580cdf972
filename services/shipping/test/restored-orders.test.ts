import { ConnectionKind } from '@parcelyard/contracts/common';
import { processCrashingAt } from './support/crash';
import { latestPurchase, settle } from './support/settle';
import {
  ACCOUNT,
  confirm,
  type ProcessOptions,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

let shipping: Shipping;
let rpc: ShippingClient;
beforeAll(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
});
afterAll(() => shipping.close());

const refusal = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const balance = async () => (await shipping.billing.getBalance({ accountId: ACCOUNT })).availableCents;

/** Restores the orders database alone. The other databases stay as they are. */
async function putOrdersBack(since: readonly { _id: unknown }[]): Promise<void> {
  await shipping.ordersDb.collection('orders').deleteMany({});
  await shipping.ordersDb.collection('orders').insertMany([...since] as never);
}

it('an order that lost its label in a restore is refused: no label is returned and no second one is bought', async () => {
  const { orderId } = await shipping.createOrder();
  const earlier = await shipping.ordersDb.collection('orders').find().toArray();
  const choice = await rate(rpc, orderId);
  const bought = await confirm(rpc, choice);
  await putOrdersBack(earlier);
  const before = await balance();
  expect(await refusal(confirm(rpc, choice))).toMatchObject({
    code: 'failed_precondition',
    reason: 'order_forgot_label',
    params: { orderId },
  });
  expect(await refusal(confirm(rpc, await rate(rpc, orderId)))).toMatchObject({
    reason: 'order_forgot_label',
  });
  expect(await balance()).toBe(before);
  expect((await latestPurchase(shipping, orderId))?._id).toBe(bought.label?.purchaseId);
});

it('a purchase that shipping lost in a restore has another id than the next purchase of the order', async () => {
  const { orderId } = await shipping.createOrder();
  const earlier = await shipping.ordersDb.collection('orders').find().toArray();
  const lost = await confirm(rpc, await rate(rpc, orderId));
  await putOrdersBack(earlier);
  await shipping.db.collection('purchases').deleteMany({ orderId });
  const before = await balance();
  const bought = await confirm(rpc, await rate(rpc, orderId));
  expect(bought.chargedNow).toBe(true);
  expect(bought.label?.purchaseId).not.toBe(lost.label?.purchaseId);
  expect(bought.label?.trackingNumber).not.toBe(lost.label?.trackingNumber);
  expect(await balance()).toBe(before - (bought.label?.costCents ?? 0));
});

describe('after a restore, an order with a pending void that its purchase lost or ended', () => {
  const voidNow = (orderId: number) => rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
  const repair = async (orderId: number) => (await rpc.repairOrder({ accountId: ACCOUNT, orderId })).done;
  const pendingVoid = async (orderId: number) => (await shipping.getOrder(orderId)).label?.pendingVoid;
  const buy = async (company: string) => {
    const { orderId } = await shipping.createOrder({ company });
    await confirm(rpc, await rate(rpc, orderId));
    const purchases = await shipping.db.collection('purchases').find({ orderId }).toArray();
    return { orderId, putPurchasesBack: () => restorePurchases(purchases, orderId) };
  };
  const restorePurchases = async (since: readonly { _id: unknown }[], orderId: number) => {
    await shipping.db.collection('purchases').deleteMany({ orderId });
    await shipping.db.collection('purchases').insertMany([...since] as never);
  };

  it('loses its label when the carrier accepts', async () => {
    const { orderId, putPurchasesBack } = await buy('SBX_VOID_PENDING');
    await voidNow(orderId);
    await putPurchasesBack();
    expect(await pendingVoid(orderId)).toBeDefined();
    expect(await repair(orderId)).toEqual(['charged', 'void_pending']);
    await settle(shipping, orderId, 'refunded');
    expect((await shipping.getOrder(orderId)).label).toBeUndefined();
  });

  it('keeps its label when the carrier refuses, also at the second void', async () => {
    const { orderId, putPurchasesBack } = await buy('SBX_VOID_PENDING SBX_VOID_REJECTED');
    await voidNow(orderId);
    await settle(shipping, orderId, 'done');
    await voidNow(orderId);
    await putPurchasesBack();
    expect(await pendingVoid(orderId)).toBeDefined();
    await repair(orderId);
    await settle(shipping, orderId, 'done');
    expect(await shipping.getOrder(orderId)).toMatchObject({ status: 'PrintLabel' });
    expect(await pendingVoid(orderId)).toBeUndefined();
  });

  it('can be voided again when the purchase lost a void that the carrier refused', async () => {
    const { orderId, putPurchasesBack } = await buy('SBX_VOID_PENDING SBX_VOID_REJECTED');
    await voidNow(orderId);
    await settle(shipping, orderId, 'done');
    await putPurchasesBack();
    await voidNow(orderId);
    expect(await pendingVoid(orderId)).toBeDefined();
    await settle(shipping, orderId, 'done');
    expect(await pendingVoid(orderId)).toBeUndefined();
  });

  it('keeps its label when the purchase has the refusal, without another void at the carrier', async () => {
    const { orderId } = await buy('SBX_VOID_PENDING SBX_VOID_REJECTED');
    await voidNow(orderId);
    const waiting = await shipping.ordersDb.collection('orders').find().toArray();
    await settle(shipping, orderId, 'done');
    const refused = await latestPurchase(shipping, orderId);
    await putOrdersBack(waiting);
    expect(await pendingVoid(orderId)).toBeDefined();
    expect(await repair(orderId)).toEqual(['charged', 'void_ended']);
    expect(await pendingVoid(orderId)).toBeUndefined();
    expect(await latestPurchase(shipping, orderId)).toMatchObject({
      state: 'done',
      voidRequestedAt: refused?.voidRequestedAt,
    });
    expect(await repair(orderId)).toEqual(['charged']);
  });
});

describe('after a restore, a failed purchase', () => {
  const failedPurchase = async () => {
    const { orderId } = await shipping.createOrder({ company: 'SBX_DECLINE' });
    await expect(confirm(rpc, await rate(rpc, orderId))).rejects.toMatchObject({ code: 'carrier_refused' });
    const purchase = await latestPurchase(shipping, orderId);
    expect(purchase?.state).toBe('failed');
    return { orderId, purchaseId: `${purchase?._id}` };
  };
  const repair = async (orderId: number) => (await rpc.repairOrder({ accountId: ACCOUNT, orderId })).done;

  it('unlocks an order that lost the end of the purchase (lock_of_failed_purchase)', async () => {
    const { orderId, purchaseId } = await failedPurchase();
    const stored = shipping.ordersDb.collection<{ _id: number; lockedBy: string }>('orders');
    await stored.updateOne(
      { _id: orderId },
      { $set: { lockedBy: purchaseId }, $unset: { endedPurchases: '' } },
    );
    expect(await shipping.getOrder(orderId)).toMatchObject({ lockedBy: purchaseId });
    expect(await repair(orderId)).toEqual(['released', 'unlocked']);
    expect((await shipping.getOrder(orderId)).lockedBy).not.toBe(purchaseId);
    expect(await repair(orderId)).toEqual(['released']);
  });

  it('releases what billing still holds for it (hold_unresolved)', async () => {
    const before = await balance();
    const { orderId, purchaseId } = await failedPurchase();
    const release = { accountId: ACCOUNT, resolves: `hold:${purchaseId}` };
    expect(await shipping.billingDb.collection('transfers').deleteOne(release)).toMatchObject({
      deletedCount: 1,
    });
    expect(await balance()).toBeLessThan(before);
    expect(await repair(orderId)).toEqual(['released']);
    expect(await balance()).toBe(before);
  });
});

describe('after a restore, a label that was sold', () => {
  const repair = async (orderId: number) => (await rpc.repairOrder({ accountId: ACCOUNT, orderId })).done;
  const setLimits = (limits: { perLabelCents?: number; perDayCents?: number; askAboveCents?: number }) =>
    shipping.billing.setSpendingLimits({ accountId: ACCOUNT, token: limits, app: limits });
  const spentByApps = async () =>
    (await shipping.billing.getSpendingLimits({ accountId: ACCOUNT })).app?.spentTodayCents ?? 0;
  const NO_LIMITS = { perLabelCents: 0, perDayCents: 0, askAboveCents: 0 };
  /** Billing forgets what a process with these clients tells it. */
  const forgotten: NonNullable<ProcessOptions['clients']> = (clients) => ({
    ...clients,
    billing: {
      ...clients.billing,
      hold: async () => ({ totalCents: 0, feeCents: 30, rechargedCents: 0 }),
      capture: async () => ({}),
    },
  });
  const chooseInAnApp = async (orderId: number) => ({
    ...(await rate(rpc, orderId)),
    connectionKind: ConnectionKind.APP,
  });
  const buyThenForget = async () => {
    const { orderId } = await shipping.createOrder();
    const [spent, before] = [await spentByApps(), await balance()];
    const forgetful = await shipping.startProcess({ clients: forgotten });
    const { label } = await confirm(forgetful.rpc, await chooseInAnApp(orderId));
    await forgetful.stop();
    return { orderId, before, spent, price: label?.costCents ?? 0 };
  };
  afterEach(() => setLimits(NO_LIMITS));

  const LIMITS = [
    ['per label', { perLabelCents: 1 }],
    ['per day', { perDayCents: 1 }],
    ['"Ask me above"', { askAboveCents: 1 }],
  ] as const;

  it.each(LIMITS)('is charged by a repair above the limit %s, and counts once', async (_, limits) => {
    const { orderId, before, spent, price } = await buyThenForget();
    await setLimits({ ...NO_LIMITS, ...limits });
    expect(await repair(orderId)).toEqual(['charged']);
    expect(await repair(orderId)).toEqual(['charged']);
    expect([await balance(), await spentByApps()]).toEqual([before - price, spent + price]);
    const next = await chooseInAnApp((await shipping.createOrder()).orderId);
    await expect(confirm(rpc, next)).rejects.toMatchObject({
      reason: expect.stringMatching(/limit_passed|approval_needed/),
    });
  });

  it.each(LIMITS)(
    'is attached and charged above the limit %s if its purchase forgot the sale',
    async (_, limits) => {
      const { orderId } = await shipping.createOrder();
      const [spent, before] = [await spentByApps(), await balance()];
      const crash = processCrashingAt('purchase-5-carrier-bought');
      const clients: ProcessOptions['clients'] = (real) => crash.clients(forgotten(real));
      const doomed = await shipping.startProcess({ ...crash, clients });
      await expect(confirm(doomed.rpc, await chooseInAnApp(orderId))).rejects.toBeDefined();
      await doomed.stop();
      const forget = { $set: { state: 'created' }, $unset: { order: '', fee: '', sentAt: '' } } as const;
      await shipping.db.collection('purchases').updateOne({ orderId }, forget);
      await setLimits({ ...NO_LIMITS, ...limits });
      shipping.clock.advance(13_000);
      await settle(shipping, orderId, 'done', 'failed');
      const price = (await shipping.getOrder(orderId)).label?.costCents ?? 0;
      expect(price).toBeGreaterThan(0);
      expect([await balance(), await spentByApps()]).toEqual([before - price, spent + price]);
    },
  );
});
