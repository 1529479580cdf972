import { eventually } from '@parcelyard/testing/eventually';
import { latestPurchase } from '../../support/settle';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from '../../support/start-shipping';
import { API_KEY, aSignedEvent, type EasypostDouble, startEasypostDouble } from './start-easypost-double';

/**
 * The webhook's secrets, the current one first. These tests send EasyPost's events to a service whose carriers call a
 * simulated EasyPost over HTTP.
 */
const SECRETS = ['sécret of these tests', 'the one before'];
const HOUR_MS = 3_600_000;

let shipping: Shipping;
let easypost: EasypostDouble;
let rpc: ShippingClient;
beforeEach(async () => {
  [shipping, easypost] = await Promise.all([startShipping(), startEasypostDouble()]);
  ({ rpc } = await shipping.startProcess({
    config: {
      CARRIERS: ['easypost'],
      EASYPOST_API_KEY: API_KEY,
      EASYPOST_API_URL: easypost.url,
      EASYPOST_WEBHOOK_SECRETS: SECRETS,
    },
  }));
});
afterEach(async () => {
  await shipping.close();
  await easypost.stop();
});

const post = (description: string, trackingNumber: string, secret = SECRETS[0] as string) => {
  const { body, headers } = aSignedEvent(description, { tracking_code: trackingNumber }, secret);
  return rpc.receiveHook({ source: 'easypost', key: '', body: Buffer.from(body), headers });
};
const buy = async () => {
  const { orderId } = await shipping.createOrder();
  const { label } = await confirm(rpc, await rate(rpc, orderId));
  const trackingNumber = label?.trackingNumber as string;
  const sold = [...easypost.shipments.values()].find((one) => one.tracking_code === trackingNumber) ?? {};
  return { orderId, trackingNumber, sold };
};
const looksAtShipments = () => easypost.callsOf(/^GET \/shipments\/[^/]+$/).length;
const stateOf = async (orderId: number) => (await latestPurchase(shipping, orderId))?.state;
const scanned = (sold: Record<string, unknown>, status: string) => {
  const datetime = shipping.clock.now().toISOString();
  const detail = { object: 'TrackingDetail', status, message: status, datetime, source: 'USPS' };
  Object.assign(sold.tracker as object, { status, tracking_details: [detail] });
};
const statusOf = async (orderId: number) => (await shipping.getOrder(orderId)).status;

test('a reported refund is read from EasyPost, and the void continues at once', async () => {
  const { orderId, trackingNumber, sold } = await buy();
  const { availableCents } = await shipping.billing.getBalance({ accountId: ACCOUNT });
  await rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
  await eventually(async () => expect(await stateOf(orderId)).toBe('void_requested'));

  // The event alone changes nothing: EasyPost still says that the carrier has not answered.
  const before = looksAtShipments();
  await post('refund.successful', trackingNumber);
  await eventually(async () => expect(looksAtShipments()).toBeGreaterThan(before));
  expect(await stateOf(orderId)).toBe('void_requested');

  sold.refund_status = 'refunded';
  await post('refund.successful', trackingNumber);
  await eventually(async () => expect(await stateOf(orderId)).toBe('refund_due'));
  shipping.clock.advance(HOUR_MS);
  await eventually(async () => expect(await stateOf(orderId)).toBe('refunded'));
  const refunded = await shipping.billing.getBalance({ accountId: ACCOUNT });
  expect(refunded.availableCents).toBeGreaterThan(availableCents);

  await post('refund.successful', trackingNumber, SECRETS[1]);
  shipping.clock.advance(HOUR_MS);
  expect(await shipping.billing.getBalance({ accountId: ACCOUNT })).toEqual(refunded);
});

test('with a webhook a parcel is looked up when its event comes, and once a day for lost events', async () => {
  const { orderId, trackingNumber, sold } = await buy();
  const lost = await buy();
  scanned(sold, 'in_transit');
  scanned(lost.sold, 'in_transit');
  shipping.clock.advance(2 * HOUR_MS);
  await post('tracker.updated', trackingNumber);
  await eventually(async () => expect(await statusOf(orderId)).toBe('InTransit'));
  expect(await statusOf(lost.orderId)).not.toBe('InTransit');
  shipping.clock.advance(24 * HOUR_MS);
  await eventually(async () => expect(await statusOf(lost.orderId)).toBe('InTransit'));
});

test('late and repeated events cause a read of the current state at EasyPost', async () => {
  const { orderId, trackingNumber, sold } = await buy();
  scanned(sold, 'delivered');
  await post('tracker.updated', trackingNumber);
  await eventually(async () => expect(await statusOf(orderId)).toBe('Delivered'));
  const before = looksAtShipments();
  await post('tracker.created', trackingNumber);
  await eventually(() => expect(looksAtShipments()).toBeGreaterThan(before));
  expect(await statusOf(orderId)).toBe('Delivered');
});

test('events of unknown labels are accepted and change nothing, and unsigned ones are refused', async () => {
  const before = easypost.calls.length;
  await expect(post('tracker.updated', '9400100000000000999999')).resolves.toEqual({});
  await expect(post('tracker.updated', '9400100000000000999999', 'another')).rejects.toMatchObject({
    code: 'unauthenticated',
    reason: 'hook_signature_wrong',
  });
  expect(easypost.calls).toHaveLength(before);
});

test('a reported adjustment of postage is read from the report, and is booked and reported once', async () => {
  const { orderId, sold } = await buy();
  const day = shipping.clock.now().toISOString().slice(0, 10);
  const { availableCents } = await shipping.billing.getBalance({ accountId: ACCOUNT });
  const taken = async () => {
    const balance = await shipping.billing.getBalance({ accountId: ACCOUNT });
    return availableCents - balance.availableCents;
  };
  // A stolen secret is of no use, because an event only makes the service read from EasyPost.
  await post('shipment.invoice.created', 'of no parcel');
  const reports = () => easypost.callsOf(/^POST \/reports\/shipment_invoice$/).length;
  await eventually(() => expect(reports()).toBeGreaterThanOrEqual(4));
  expect(await taken()).toBe(0);

  easypost.settings.invoices = [
    {
      on: day,
      shipment_id: sold.id as string,
      quoted_currency: 'USD',
      captured_weight: '320',
      initially_paid_amount: '7.45',
      final_invoice_amount: '38.20',
    },
  ];
  for (let times = 0; times < 3; times += 1) await post('shipment.invoice.created', 'of no parcel');
  await eventually(async () => expect((await shipping.getOrder(orderId)).adjustments).toHaveLength(1));
  expect(await taken()).toBe(3_075);
  const before = reports();
  await post('shipment.invoice.updated', 'of no parcel', SECRETS[1]);
  await eventually(() => expect(reports()).toBeGreaterThan(before));
  shipping.clock.advance(25 * HOUR_MS);
  await rpc.reconcileAdjustments({ accountId: ACCOUNT, after: '' });
  expect(await taken()).toBe(3_075);
});
