import { eventually } from '@parcelyard/testing/eventually';
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
afterEach(() => shipping.close());

const label = async (company = '') => {
  const { orderId } = await shipping.createOrder({ company });
  await confirm(rpc, await rate(rpc, orderId));
  return orderId;
};
const statusOf = async (orderId: number) => (await shipping.getOrder(orderId)).status;

test('a parcel goes in transit and is delivered as the carrier scans it', async () => {
  const orderId = await label();
  shipping.clock.advance(3_600_000);
  await eventually(async () => expect(await statusOf(orderId)).toBe('InTransit'));
  shipping.clock.advance(3_600_000);
  await eventually(async () => expect(await statusOf(orderId)).toBe('Delivered'));
  expect(await shipping.getOrder(orderId)).toMatchObject({
    inTransitDate: expect.any(Date),
    deliveredDate: expect.any(Date),
  });
});

test('a parcel whose way is over is not looked after any more', async () => {
  const orderId = await label();
  shipping.clock.advance(24 * 3_600_000);
  await eventually(async () => expect(await statusOf(orderId)).toBe('Delivered'));
  await eventually(async () => {
    const parcel = await shipping.db.collection('parcels').findOne({ accountId: ACCOUNT, orderId });
    expect(parcel).not.toHaveProperty('dueAt');
  });
});

test('a failed delivery is told with the reason of the carrier', async () => {
  const orderId = await label('SBX_SCAN_EXCEPTION');
  shipping.clock.advance(24 * 3_600_000);
  await eventually(async () => expect(await statusOf(orderId)).toBe('DeliveryFailure'));
  expect((await shipping.getOrder(orderId)).exception).toContain('no access');
});

test('an operator has a parcel delivered at once, whichever account it is of', async () => {
  const orderId = await label();
  const delivered = await rpc.advanceTracking({ accountId: 0, orderId, status: 'Delivered' });
  expect(delivered).toMatchObject({ accountId: ACCOUNT, orderId, status: 'Delivered' });
  expect(await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'Delivered' })).toEqual(delivered);
});

test('a scan that was told twice changes nothing the second time', async () => {
  const orderId = await label();
  const first = await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'InTransit' });
  await eventually(async () => {
    const parcel = await shipping.db
      .collection<{ applied: number }>('parcels')
      .findOne({ accountId: ACCOUNT, orderId });
    expect(parcel?.applied).toBe(1);
  });
  expect(await shipping.getOrder(orderId)).toEqual(first);
});

test('an operator is told of a status that no scan leads to', async () => {
  const orderId = await label();
  await expect(rpc.advanceTracking({ accountId: 0, orderId, status: 'Merged' })).rejects.toMatchObject({
    code: 'invalid_argument',
    publicMessage: expect.stringContaining('got "Merged"'),
  });
});

test('an operator is told of an order without a label', async () => {
  const { orderId } = await shipping.createOrder();
  await expect(rpc.advanceTracking({ accountId: 0, orderId, status: 'InTransit' })).rejects.toMatchObject({
    code: 'failed_precondition',
    publicMessage: `Order ${orderId} has no label that a carrier could scan.`,
  });
});

test('an operator is told in the words of the carrier when a parcel cannot go back', async () => {
  const orderId = await label();
  await rpc.advanceTracking({ accountId: 0, orderId, status: 'Delivered' });
  await expect(rpc.advanceTracking({ accountId: 0, orderId, status: 'InTransit' })).rejects.toMatchObject({
    code: 'carrier_refused',
    publicMessage: expect.stringContaining('last scan'),
  });
});
