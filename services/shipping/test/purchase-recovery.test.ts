import { eventually } from '@parcelyard/testing/eventually';
import { attemptOf } from './support/attempt-of';
import { processCrashingAt } from './support/crash';
import { latestPurchase, settle } from './support/settle';
import {
  ACCOUNT,
  type Choice,
  confirm,
  type ProcessOptions,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

/** Longer than a purchase's lease. */
const LEASE_MS = 13_000;

let shipping: Shipping;
let rpc: ShippingClient;
beforeEach(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
});
afterEach(() => shipping.close());

const stateOf = async (orderId: number) => (await latestPurchase(shipping, orderId))?.state;
const soldFor = async (orderId: number) => {
  const { entries } = await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 });
  return entries.filter(({ reference }) => reference.startsWith(`pur_${orderId}_`));
};
const transfersOf = async (orderId: number) => (await shipping.transfersOf(orderId)).map(({ kind }) => kind);
const money = async () => {
  const { availableCents, heldCents } = await shipping.billing.getBalance({ accountId: ACCOUNT });
  return { availableCents, heldCents };
};

const expectLabelled = async (orderId: number, start: { availableCents: number }) => {
  const order = await shipping.getOrder(orderId);
  // The label was bought an hour ago, so its parcel may have been scanned.
  expect(['PrintLabel', 'InTransit']).toContain(order.status);
  expect(await soldFor(orderId)).toMatchObject([{ trackingNumber: order.label?.trackingNumber }]);
  expect(await transfersOf(orderId)).toEqual(['hold', 'capture']);
  expect(await money()).toEqual({
    availableCents: start.availableCents - (order.label?.costCents ?? 0),
    heldCents: 0,
  });
};
const expectUntouched = async (orderId: number, start: { availableCents: number }) => {
  const order = await shipping.getOrder(orderId);
  expect([order.status, order.label, order.lockedBy]).toEqual(['ChooseShipping', undefined, undefined]);
  expect(await soldFor(orderId)).toEqual([]);
  expect(await money()).toEqual({ availableCents: start.availableCents, heldCents: 0 });
};

const STEPS = [
  'purchase-1-claimed',
  'purchase-2-locked',
  'purchase-3-held',
  'purchase-4-carrier-sent',
  'purchase-5-carrier-bought',
  'purchase-6-labelled',
  'purchase-7-attached',
  'purchase-8-captured',
];

async function crashAt(step: string, choice: Choice): Promise<void> {
  const doomed = processCrashingAt(step);
  const { rpc: dying, stop } = await shipping.startProcess(doomed);
  await expect(confirm(dying, choice)).rejects.toBeDefined();
  expect(doomed.isDead()).toBe(true);
  await stop();
}

describe.each(STEPS)('a crash right after %s', (step) => {
  test('continued soon: the order has its label with exactly one capture', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const start = await money();
    await crashAt(step, choice);
    expect(await stateOf(orderId)).not.toBe('done');

    shipping.clock.advance(LEASE_MS);
    await eventually(async () => expect(await stateOf(orderId)).toBe('done'));

    const again = await confirm(rpc, choice);
    expect(again.chargedNow).toBe(false);
    await expectLabelled(orderId, start);
  });

  test('continued an hour later: a label with exactly one capture, or an unchanged order and a release', async () => {
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const start = await money();
    await crashAt(step, choice);

    shipping.clock.advance(3_600_000);
    const bought = STEPS.indexOf(step) >= STEPS.indexOf('purchase-5-carrier-bought');
    await eventually(async () => expect(await stateOf(orderId)).toBe(bought ? 'done' : 'failed'));

    if (bought) {
      expect((await confirm(rpc, choice)).chargedNow).toBe(false);
      await expectLabelled(orderId, start);
    } else {
      await expectUntouched(orderId, start);
      const next = await confirm(rpc, choice);
      expect(next).toMatchObject({ chargedNow: true, label: { purchaseId: attemptOf(orderId, 2) } });
    }
  });
});

test('the ship-to address is read once, and again by a driver that continues the purchase', async () => {
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  const start = await money();
  const asked: (boolean | undefined)[] = [];
  const doomed = processCrashingAt('purchase-2-locked');
  const watching: ProcessOptions['clients'] = ({ orders, billing }) => ({
    billing,
    orders: {
      ...orders,
      lockForPurchase: (request) => {
        asked.push(request.withoutShipTo);
        return orders.lockForPurchase(request);
      },
    },
  });
  const { rpc: dying, stop } = await shipping.startProcess({
    ...doomed,
    clients: (clients) => watching(doomed.clients(clients)),
  });
  await expect(confirm(dying, choice)).rejects.toBeDefined();
  await stop();
  expect(asked).toEqual([true]);
  shipping.clock.advance(LEASE_MS);
  await eventually(async () => expect(await stateOf(orderId)).toBe('done'));
  await expectLabelled(orderId, start);
  const sold = await shipping.db.collection('carrier_journal').findOne({ accountId: ACCOUNT });
  const { shipTo } = await shipping.getOrder(orderId);
  expect(sold?.to).toMatchObject({ street1: shipTo?.street1, zip: shipTo?.zip, name: shipTo?.name });
});

/** A call that never gets an answer. */
const lost = () => new Promise<never>(() => undefined);

test.each<[string, string, NonNullable<ProcessOptions['clients']>, { label: boolean; kinds: string[] }]>([
  [
    'the order has its label and the money is still held',
    'purchase-7-attached',
    ({ orders, billing }) => ({ orders, billing: { ...billing, capture: lost } }),
    { label: true, kinds: ['hold'] },
  ],
  [
    'the money is captured and the order has no label yet',
    'purchase-8-captured',
    ({ orders, billing }) => ({ billing, orders: { ...orders, attachLabel: lost } }),
    { label: false, kinds: ['hold', 'capture'] },
  ],
])('a crash when %s: the other steps follow once', async (_, step, losing, left) => {
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  const start = await money();
  const doomed = processCrashingAt(step);
  const { rpc: dying, stop } = await shipping.startProcess({
    ...doomed,
    clients: (clients) => losing(doomed.clients(clients)),
  });
  await expect(confirm(dying, choice)).rejects.toBeDefined();
  await stop();
  expect(await stateOf(orderId)).toBe('labelled');
  expect((await shipping.getOrder(orderId)).label !== undefined).toBe(left.label);
  expect(await transfersOf(orderId)).toEqual(left.kinds);

  shipping.clock.advance(3_600_000);
  await eventually(async () => expect(await stateOf(orderId)).toBe('done'));
  expect((await confirm(rpc, choice)).chargedNow).toBe(false);
  await expectLabelled(orderId, start);
});

test('a crash after the last step loses only the answer', async () => {
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  const start = await money();
  await crashAt('purchase-9-done', choice);
  const again = await confirm(rpc, choice);
  expect(again.chargedNow).toBe(false);
  await expectLabelled(orderId, start);
});

test('a confirm while a crashed purchase waits gets its label in the end', async () => {
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  await crashAt('purchase-5-carrier-bought', choice);
  const waiting = confirm(rpc, choice);
  shipping.clock.advance(LEASE_MS);
  expect(await waiting).toMatchObject({ chargedNow: false, label: { purchaseId: attemptOf(orderId, 1) } });
});

test('two workers continue a crashed purchase once', async () => {
  await shipping.startProcess();
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  const start = await money();
  await crashAt('purchase-4-carrier-sent', choice);
  shipping.clock.advance(LEASE_MS);
  await eventually(async () => expect(await stateOf(orderId)).toBe('done'));
  expect((await confirm(rpc, choice)).chargedNow).toBe(false);
  await expectLabelled(orderId, start);
});

describe('a carrier that does not answer', () => {
  const unresolved = {
    code: 'unresolved',
    reason: 'purchase_unresolved',
  };

  test('but sold: the caller gets unresolved, and the order gets the label within 45 seconds', async () => {
    const { orderId } = await shipping.createOrder({ company: 'SBX_TIMEOUT_AFTER_BUY' });
    const choice = await rate(rpc, orderId);
    const start = await money();
    await expect(confirm(rpc, choice)).rejects.toMatchObject(unresolved);
    expect(await stateOf(orderId)).toBe('unknown');
    expect((await money()).heldCents).toBeGreaterThan(0);

    expect(await settle(shipping, orderId, 'done')).toBeLessThan(45_000);

    const again = await confirm(rpc, choice);
    expect(again.chargedNow).toBe(false);
    await expectLabelled(orderId, start);
  });

  test('and did not sell: the money is released within 45 seconds, and the order can be bought again', async () => {
    const { orderId } = await shipping.createOrder({ company: 'SBX_TIMEOUT_BEFORE_BUY' });
    const choice = await rate(rpc, orderId);
    const start = await money();
    await expect(confirm(rpc, choice)).rejects.toMatchObject(unresolved);
    await expect(confirm(rpc, choice)).rejects.toMatchObject(unresolved);

    expect(await settle(shipping, orderId, 'failed')).toBeLessThan(45_000);

    await expectUntouched(orderId, start);
    await expect(confirm(rpc, choice)).rejects.toMatchObject(unresolved);
    expect(await stateOf(orderId)).toBe('unknown');
  });
});
