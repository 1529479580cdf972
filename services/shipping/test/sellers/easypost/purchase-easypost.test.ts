import { eventually } from '@parcelyard/testing/eventually';
import { wrapCollection } from '@parcelyard/testing/wrap-calls';
import type { Db } from 'mongodb';
import { type Metric, Registry } from 'prom-client';
import type { CarrierRegistry } from '../../../src/sellers/carrier-registry';
import { confirmBatch, endedBatch } from '../../support/batch';
import { processCrashingAt } from '../../support/crash';
import { latestPurchase, settle } from '../../support/settle';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from '../../support/start-shipping';
import { BUY, type EasypostDouble, type Mishap, startEasypostDouble } from './start-easypost-double';
import { connectEasypost } from './use-easypost';

/** These tests buy labels from a simulated EasyPost that answers over HTTP. */
let shipping: Shipping;
let easypost: EasypostDouble;
let carriers: () => CarrierRegistry;
let rpc: ShippingClient;
let metrics: readonly Metric[];
beforeEach(async () => {
  [shipping, easypost] = await Promise.all([startShipping(), startEasypostDouble()]);
  const { db, clock } = shipping;
  const { registry } = await connectEasypost({ db, clock, url: easypost.url });
  carriers = () => registry;
  ({ rpc, metrics } = await shipping.startProcess({ carriers }));
});
afterEach(async () => {
  await shipping.close();
  await easypost.stop();
});

const money = async () => {
  const { availableCents, heldCents } = await shipping.billing.getBalance({ accountId: ACCOUNT });
  return { availableCents, heldCents };
};
/** After this time, another process continues a purchase. */
const LEASE_MS = 13_000;
/** EasyPost's price, and the fee of an account that pays as it goes. */
const PAID = 745 + 30;
const labels = () => [...easypost.shipments.values()].filter(({ postage_label }) => postage_label);

const mismatches = async (field: string) => {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  const counter = registry.getSingleMetric('parcelyard_carrier_mismatches_total');
  const { values } = (await counter?.get()) ?? { values: [] };
  const own = values.filter(({ labels: of }) => of.field === field);
  return own.reduce((sum, { value }) => sum + value, 0);
};

/**
 * Returns a database that delays one update. Before EasyPost is asked for a label, this update records that a request
 * will be sent.
 */
const waitingBeforeRequest = (db: Db, wait: () => Promise<void>): Db =>
  wrapCollection(db, 'easypost_references', (method, call) => {
    if (method !== 'updateOne') return call;
    return async (...inputs) => {
      await wait();
      return call(...inputs);
    };
  });

test('a label is bought at the sealed price, with its file and its tracking number', async () => {
  const { orderId } = await shipping.createOrder();
  const before = await money();
  const { label, chargedNow, postageCents } = await confirm(rpc, await rate(rpc, orderId));
  expect({ chargedNow, postageCents }).toEqual({ chargedNow: true, postageCents: 745 });
  expect(await money()).toEqual({ ...before, availableCents: before.availableCents - PAID });

  const [sold] = labels();
  const purchase = await latestPurchase(shipping, orderId);
  expect(sold).toMatchObject({
    reference: expect.stringMatching(new RegExp(`^${purchase?._id}_a${ACCOUNT}_[0-9a-f]{20}$`)),
    tracking_code: label?.trackingNumber,
  });
  const file = await rpc.getLabelFile({
    token: label?.labelUrl.slice('/labels/'.length) ?? '',
    offset: 0,
    etag: '',
  });
  expect(Buffer.from(file.content).toString()).toMatch(/^%PDF/);
  expect((await shipping.getOrder(orderId)).status).toBe('PrintLabel');
});

test('a return label is requested with the outbound addresses, and goes back to the shop', async () => {
  const { orderId } = await shipping.createOrder({ status: 'PrintReturnLabel', weightOz: 12 });
  const before = await money();
  const { outcome } = await rpc.buyReturnLabel({ accountId: ACCOUNT, orderId, confirm: true });
  if (outcome?.$case !== 'result') throw new Error('A confirm answered without a result.');
  const asked = easypost.calls.findLast(({ path }) => path === '/shipments')?.body.shipment;
  expect(asked).toMatchObject({ is_return: true, to_address: { city: 'Sacramento' } });
  expect(labels()).toMatchObject([{ from_address: { city: 'Sacramento' } }]);
  expect(await money()).toEqual({ ...before, availableCents: before.availableCents - PAID });
  expect(await shipping.getOrder(orderId)).toMatchObject({
    status: 'WaitingForReturn',
    returnLabel: { trackingNumber: outcome.result.label?.trackingNumber },
  });
});

test('a refusal reaches the caller word for word and the money is released [MCP-E11]', async () => {
  const { orderId } = await shipping.createOrder();
  const before = await money();
  const choice = await rate(rpc, orderId);
  const message = 'Insufficient address: the recipient has no apartment number.';
  easypost.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message });
  await expect(confirm(rpc, choice)).rejects.toMatchObject({
    code: 'carrier_refused',
    reason: 'carrier_refused',
    params: { words: message },
  });
  expect(await money()).toEqual(before);
  expect(labels()).toEqual([]);
  // The next attempt is a new purchase.
  await confirm(rpc, choice);
  expect(labels()).toHaveLength(1);
});

test.each<[string, Mishap, string, number]>([
  ['after EasyPost sold', 'lost after', 'done', 1],
  ['before EasyPost sold', 'lost before', 'failed', 0],
])('an answer that is lost %s is decided by a look-up', async (_case, mishap, state, sold) => {
  const { orderId } = await shipping.createOrder();
  const before = await money();
  const choice = await rate(rpc, orderId);
  easypost.mishap(BUY, mishap);
  await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
  await settle(shipping, orderId, state);
  expect(labels()).toHaveLength(sold);
  expect(easypost.callsOf(BUY)).toHaveLength(1);
  expect(await money()).toEqual({ availableCents: before.availableCents - sold * PAID, heldCents: 0 });
  expect((await shipping.getOrder(orderId)).label === undefined).toBe(sold === 0);
});

test.each(['purchase-4-carrier-sent', 'purchase-5-carrier-bought', 'purchase-6-labelled'])(
  'a crash right after %s leaves one label with one charge',
  async (step) => {
    const { orderId } = await shipping.createOrder();
    const before = await money();
    const choice = await rate(rpc, orderId);
    const doomed = processCrashingAt(step);
    const dying = await shipping.startProcess({ ...doomed, carriers });
    await expect(confirm(dying.rpc, choice)).rejects.toBeDefined();
    await dying.stop();
    shipping.clock.advance(LEASE_MS);
    await settle(shipping, orderId, 'done');
    expect(labels()).toHaveLength(1);
    expect(easypost.callsOf(BUY)).toHaveLength(1);
    expect(await money()).toEqual({ availableCents: before.availableCents - PAID, heldCents: 0 });
  },
);

test('after a restored backup an order whose purchase id was used before gets its own label', async () => {
  const lost = await shipping.createOrder();
  await confirm(rpc, await rate(rpc, lost.orderId));
  const { orderId } = await shipping.createOrder();
  // Now it is as if EasyPost had the label of a purchase that the restored database does not know.
  const [others] = labels();
  if (others) others.reference = `pur_${orderId}_1`;
  await confirm(rpc, await rate(rpc, orderId));
  const own = labels().find((label) => label !== others);
  expect(own).toMatchObject({ tracking_code: (await shipping.getOrder(orderId)).label?.trackingNumber });
});

test('a driver that the database delayed buys nothing after its money was released', async () => {
  let release: () => void = () => undefined;
  let waiting = false;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { db, clock } = shipping;
  const stalled = await connectEasypost({
    clock,
    url: easypost.url,
    db: waitingBeforeRequest(db, () => {
      waiting = true;
      return released;
    }),
  });
  const stalling = await shipping.startProcess({ carriers: () => stalled.registry });
  const { orderId } = await shipping.createOrder();
  const before = await money();
  const choice = await rate(stalling.rpc, orderId);
  const answer = confirm(stalling.rpc, choice).catch((error: unknown) => error);
  await eventually(() => expect(waiting).toBe(true));
  shipping.clock.advance(35_000);
  await settle(shipping, orderId, 'failed');
  expect(await money()).toEqual(before);
  release();
  expect(await answer).toMatchObject({ code: 'unavailable' });
  expect(easypost.callsOf(BUY)).toEqual([]);
  expect(labels()).toEqual([]);
});

test('a label with another address is not accepted: the money stays held and an operator gets an alarm', async () => {
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  easypost.mishap(BUY, 'lost after');
  await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
  const [sold] = labels() as { to_address: object }[];
  Object.assign(sold?.to_address ?? {}, { street1: '1 Elsewhere Rd', zip: '10001' });
  await eventually(async () => {
    shipping.clock.advance(30_000);
    expect(await mismatches('address')).toBeGreaterThan(0);
  });
  expect(await latestPurchase(shipping, orderId)).toMatchObject({ state: 'unknown' });
  expect((await money()).heldCents).toBe(PAID);

  Object.assign(sold?.to_address ?? {}, { street1: '1315 TENTH STREET', zip: '95814-1801' });
  await settle(shipping, orderId, 'done');
  expect(await mismatches('amount')).toBe(0);
});

test('a label without the requested insurance is charged without the premium, and the caller sees it', async () => {
  const change = { accountId: ACCOUNT, shipFrom: undefined, printSetting: undefined };
  await rpc.updateSettings({ ...change, insurance: true });
  easypost.settings.insures = false;
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  const before = await money();
  easypost.mishap(/insure$/, { status: 422, code: 'INSURANCE.FAILURE', message: 'Not insurable.' });
  const { label, insuranceCents } = await confirm(rpc, choice);
  expect({ insuranceCents, cost: label?.costCents }).toEqual({ insuranceCents: 0, cost: PAID });
  expect(await money()).toEqual({ availableCents: before.availableCents - PAID, heldCents: 0 });
});

test('the total of a batch has no premium for a label without the requested insurance', async () => {
  const change = { accountId: ACCOUNT, shipFrom: undefined, printSetting: undefined };
  await rpc.updateSettings({ ...change, insurance: true });
  easypost.settings.insures = false;
  await shipping.createOrder({ weightOz: 12 });
  const before = await money();
  easypost.mishap(/insure$/, { status: 422, code: 'INSURANCE.FAILURE', message: 'Not insurable.' });
  const { batchId } = await confirmBatch(rpc);
  const { totalChargeCents } = await endedBatch(shipping, rpc, batchId);
  const { availableCents } = await money();
  expect(totalChargeCents).toBe(before.availableCents - availableCents);
});

test('a label whose first insurance request failed is insured by a second one, and the premium is charged', async () => {
  const change = { accountId: ACCOUNT, shipFrom: undefined, printSetting: undefined };
  await rpc.updateSettings({ ...change, insurance: true });
  easypost.settings.insures = false;
  const { orderId } = await shipping.createOrder();
  const choice = await rate(rpc, orderId);
  easypost.mishap(/insure$/, 'lost before');
  await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
  await settle(shipping, orderId, 'done');
  expect(labels()).toEqual([expect.objectContaining({ insurance: expect.any(Number) })]);
  const premium = (await shipping.getOrder(orderId)).label?.insuranceCents;
  expect(premium).toBeGreaterThan(0);
});

test('a batch waits for a rate-limited carrier, and none of its items fails', async () => {
  const ids: number[] = [];
  for (const _ of [1, 2, 3]) ids.push((await shipping.createOrder({ weightOz: 12 })).orderId);
  // A purchase fails after three refusals. Three purchases can get six refusals without a failure, so with seven
  // refusals at least one of them fails, and the batch buys its label again.
  for (let refusals = 0; refusals < 7; refusals += 1)
    easypost.mishap(BUY, { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' });
  const { batchId } = await confirmBatch(rpc);
  expect(await endedBatch(shipping, rpc, batchId)).toMatchObject({ status: 'completed', purchased: 3 });
  const busy = { state: 'failed', 'failure.reason': 'purchase_carrier_busy' };
  expect(await shipping.db.collection('purchases').countDocuments(busy)).toBeGreaterThan(0);
  expect(labels().map(({ reference }) => String(reference).split('_')[1])).toEqual(
    expect.arrayContaining(ids.map(String)),
  );
  expect(labels()).toHaveLength(3);
});

test('a key that EasyPost refuses fails a purchase with our message and releases the money', async () => {
  const { orderId } = await shipping.createOrder();
  const before = await money();
  const choice = await rate(rpc, orderId);
  easypost.mishap(BUY, { status: 402, code: 'PAYMENT_REQUIRED', message: 'Your wallet is empty.' });
  await expect(confirm(rpc, choice)).rejects.toMatchObject({
    code: 'unavailable',
    reason: 'purchase_carrier_unavailable',
    params: { carrier: 'USPS' },
  });
  expect(await money()).toEqual(before);
});
