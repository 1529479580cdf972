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
beforeAll(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
});
afterAll(() => shipping.close());

const aParcel = async (company = '') => {
  const { orderId } = await shipping.createOrder({ company });
  const { label } = await confirm(rpc, await rate(rpc, orderId));
  return { orderId, trackingNumber: label?.trackingNumber ?? '' };
};
const track = (trackingNumber: string) => rpc.trackShipment({ trackingNumber });

test('of many parcels with one tracking number, the newest is shown', async () => {
  const numbers = await Promise.all(Array.from({ length: 7 }, async () => (await aParcel()).trackingNumber));
  const purchases = shipping.db.collection('purchases');
  const [trackingNumber = ''] = numbers;
  for (const [age, number] of numbers.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + age);
    await purchases.updateOne(
      { 'label.trackingNumber': number, accountId: ACCOUNT },
      { $set: { 'label.trackingNumber': trackingNumber, 'label.boughtAt': createdAt, createdAt } },
    );
  }
  const newest = new Date(Date.UTC(2026, 0, 1) + numbers.length - 1);
  expect(await track(trackingNumber)).toMatchObject({ labelCreatedAt: newest });
});

describe('an account', () => {
  test('gets all parcels of its order, with voided ones, by any of their numbers', async () => {
    const { orderId, trackingNumber: first } = await aParcel();
    await rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
    const { label } = await confirm(rpc, await rate(rpc, orderId));
    const second = label?.trackingNumber ?? '';
    const parcels = [
      {
        isReturn: false,
        tracking: expect.objectContaining({ trackingNumber: second, status: 'PrintLabel' }),
      },
      {
        isReturn: false,
        tracking: expect.objectContaining({ trackingNumber: first, status: 'LabelRefunded' }),
      },
    ];
    for (const wanted of [{ orderId }, { trackingNumber: first }, { trackingNumber: ` ${second} ` }]) {
      expect(await rpc.listParcels({ accountId: ACCOUNT, ...wanted })).toEqual({ orderId, parcels });
    }
  });

  test("gets nothing for an order without a label, or for another account's order", async () => {
    const { orderId, trackingNumber } = await aParcel();
    const { orderId: unlabelled } = await shipping.createOrder();
    const nothing = { orderId: 0, parcels: [] };
    for (const [accountId, wanted] of [
      [ACCOUNT, { orderId: unlabelled }],
      [ACCOUNT, { trackingNumber: '1Z0000000000000000' }],
      [ACCOUNT + 1, { orderId }],
      [ACCOUNT + 1, { trackingNumber }],
    ] as const) {
      expect(await rpc.listParcels({ accountId, ...wanted })).toEqual(nothing);
    }
  });
});

describe('a visitor with a tracking number', () => {
  test('sees a label without scans, with its service and expected day', async () => {
    const { trackingNumber } = await aParcel();
    expect(await track(trackingNumber)).toEqual({
      trackingNumber,
      carrier: 'usps',
      carrierName: 'USPS',
      method: expect.stringContaining('USPS'),
      status: 'PrintLabel',
      estimatedDeliveryDate: expect.stringMatching(/^2026-\d\d-\d\d$/),
      labelCreatedAt: shipping.clock.now(),
      scans: [],
      // The label's buyer sent no time zone, so the time zone of the shop's address in Austin is used.
      timeZone: 'America/Chicago',
    });
  });

  test('sees every scan with its place and time, and neither sender nor recipient', async () => {
    const { orderId, trackingNumber } = await aParcel();
    await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'Delivered' });
    const shown = await track(trackingNumber);
    expect(shown.status).toBe('Delivered');
    expect(shown.scans.map(({ description }) => description)).toEqual([
      'Accepted at origin facility',
      'Out for delivery',
      'Delivered',
    ]);
    const { shipTo } = await shipping.getOrder(orderId);
    const at = shipping.clock.now();
    const place = { city: shipTo?.city, state: shipTo?.state, country: 'US' };
    expect(shown.scans[2]).toEqual({ status: 'Delivered', at, description: 'Delivered', ...place });
    for (const personal of [shipTo?.name, shipTo?.street1, shipTo?.phone, shipTo?.email]) {
      if (personal) expect(JSON.stringify(shown)).not.toContain(personal);
    }
  });

  test("sees the carrier's own scans, and why a delivery failed", async () => {
    const { trackingNumber } = await aParcel('SBX_SCAN_EXCEPTION');
    shipping.clock.advance(24 * 3_600_000);
    await eventually(async () => expect((await track(trackingNumber)).status).toBe('DeliveryFailure'));
    expect((await track(trackingNumber)).scans.at(-1)?.exception).toContain('no access');
  });

  test('can write it with spaces, dashes and in lower case', async () => {
    const { orderId } = await shipping.createOrder();
    const ups = (rates: readonly { carrier: string }[]) =>
      rates.find(({ carrier }) => carrier === 'ups') as never;
    const { label } = await confirm(rpc, await rate(rpc, orderId, ups));
    const spelt = (label?.trackingNumber ?? '').toLowerCase().replace(/(.{4})/g, '$1 -');
    expect((await track(spelt)).trackingNumber).toBe(label?.trackingNumber);
  });

  test('sees that the label was voided', async () => {
    const { orderId, trackingNumber } = await aParcel();
    await rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
    expect(await track(trackingNumber)).toMatchObject({ status: 'LabelRefunded', scans: [] });
  });

  test.each(['9400111899223197428490', '', '1Z', 'x'.repeat(500), '$ne'])(
    'finds nothing under %s',
    async (number) => {
      await expect(track(number)).rejects.toMatchObject({
        code: 'not_found',
        reason: 'tracking_number_unknown',
      });
    },
  );
});
