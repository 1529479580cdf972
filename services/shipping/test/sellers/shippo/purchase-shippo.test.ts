import { type CarrierRegistry, createCarrierRegistry } from '../../../src/sellers/carrier-registry';
import { processCrashingAt } from '../../support/crash';
import { settle } from '../../support/settle';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from '../../support/start-shipping';
import { BUY, type Mishap, type ShippoDouble, startShippoDouble } from './start-shippo-double';
import { connectShippo } from './use-shippo';

/**
 * These tests buy labels from a simulated Shippo. Each time Shippo is asked to sell the same rate, it sells a new
 * label.
 */
let shipping: Shipping;
let shippo: ShippoDouble;
let carriers: () => CarrierRegistry;
let rpc: ShippingClient;
beforeEach(async () => {
  [shipping, shippo] = await Promise.all([startShipping(), startShippoDouble()]);
  const { db, clock } = shipping;
  const seller = await connectShippo({ db, clock, url: shippo.url });
  const registry = createCarrierRegistry(seller.carriers);
  carriers = () => registry;
  ({ rpc } = await shipping.startProcess({ carriers }));
});
afterEach(async () => {
  await shipping.close();
  await shippo.stop();
});

const money = async () => {
  const { availableCents, heldCents } = await shipping.billing.getBalance({ accountId: ACCOUNT });
  return { availableCents, heldCents };
};
/** Shippo's price, and the fee of an account that pays as it goes. */
const PAID = 745 + 30;
/** After this time, another process continues a purchase. */
const LEASE_MS = 13_000;

test('a label is bought at the sealed price, with its file and its number', async () => {
  const { orderId } = await shipping.createOrder();
  const before = await money();
  const { label, postageCents } = await confirm(rpc, await rate(rpc, orderId));
  expect(postageCents).toBe(745);
  expect(await money()).toEqual({ ...before, availableCents: before.availableCents - PAID });
  expect(shippo.sold()).toMatchObject([{ tracking_number: label?.trackingNumber }]);
  const token = label?.labelUrl.slice('/labels/'.length) ?? '';
  const file = await rpc.getLabelFile({ token, offset: 0, etag: '' });
  expect(Buffer.from(file.content).toString()).toMatch(/^%PDF/);
});

test('a refusal reaches the caller word for word and the money is released [MCP-E11]', async () => {
  const { orderId } = await shipping.createOrder();
  const before = await money();
  const choice = await rate(rpc, orderId);
  shippo.settings.sale = 'ERROR';
  const text = 'Insufficient address: the recipient has no apartment number.';
  shippo.settings.saleMessages = [{ source: 'USPS', code: 'address', text }];
  await expect(confirm(rpc, choice)).rejects.toMatchObject({
    reason: 'carrier_refused',
    params: { words: text },
  });
  expect(await money()).toEqual(before);
  shippo.settings.sale = 'SUCCESS';
  await confirm(rpc, choice);
  expect(shippo.sold()).toHaveLength(1);
});

test.each<[string, Mishap, string, number]>([
  ['after Shippo sold', 'lost after', 'done', 1],
  ['before Shippo sold', 'lost before', 'failed', 0],
])('an answer that is lost %s is decided by a look-up', async (_case, mishap, state, sold) => {
  const { orderId } = await shipping.createOrder();
  const before = await money();
  const choice = await rate(rpc, orderId);
  shippo.mishap(BUY, mishap);
  await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
  await settle(shipping, orderId, state);
  expect(shippo.sold()).toHaveLength(sold);
  expect(shippo.callsOf(BUY)).toHaveLength(1);
  expect(await money()).toEqual({ availableCents: before.availableCents - sold * PAID, heldCents: 0 });
});

test('a label that Shippo is still buying waits with the money held until it exists', async () => {
  const { orderId } = await shipping.createOrder();
  const before = await money();
  const choice = await rate(rpc, orderId);
  shippo.settings.sale = 'QUEUED';
  await expect(confirm(rpc, choice)).rejects.toMatchObject({ code: 'unresolved' });
  shipping.clock.advance(3_600_000);
  expect((await money()).heldCents).toBe(PAID);
  const [queued] = shippo.transactions.values();
  shippo.sell(queued ?? {});
  await settle(shipping, orderId, 'done');
  expect(shippo.callsOf(BUY)).toHaveLength(1);
  expect(await money()).toEqual({ availableCents: before.availableCents - PAID, heldCents: 0 });
});

test.each(['purchase-4-carrier-sent', 'purchase-5-carrier-bought', 'purchase-6-labelled'])(
  'a crash right after %s leaves one label with one charge',
  async (step) => {
    const { orderId } = await shipping.createOrder();
    const before = await money();
    const choice = await rate(rpc, orderId);
    const dying = await shipping.startProcess({ ...processCrashingAt(step), carriers });
    await expect(confirm(dying.rpc, choice)).rejects.toBeDefined();
    await dying.stop();
    shipping.clock.advance(LEASE_MS);
    await settle(shipping, orderId, 'done');
    expect(shippo.sold()).toHaveLength(1);
    expect(shippo.callsOf(BUY)).toHaveLength(1);
    expect(await money()).toEqual({ availableCents: before.availableCents - PAID, heldCents: 0 });
  },
);

test('a premium is charged only for a label that Shippo insured', async () => {
  await rpc.updateSettings({
    accountId: ACCOUNT,
    shipFrom: undefined,
    printSetting: undefined,
    insurance: true,
  });
  const insured = await shipping.createOrder();
  const first = await confirm(rpc, await rate(rpc, insured.orderId));
  expect(first.insuranceCents).toBeGreaterThan(0);
  expect(first.postageCents).toBe(745);
  shippo.settings.insures = false;
  const bare = await shipping.createOrder();
  expect(await confirm(rpc, await rate(rpc, bare.orderId))).toMatchObject({
    insuranceCents: 0,
    postageCents: 745,
  });
});
