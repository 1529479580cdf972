import { eventually } from '@parcelyard/testing/eventually';
import type {
  Carrier,
  LabelReference,
  Tracking,
  TrackingScan,
  TrackingStatus,
} from '../src/sellers/carrier-port';
import { createCarrierRegistry } from '../src/sellers/carrier-registry';
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
interface Parcel {
  dueAt?: Date;
  told?: string[];
  scans?: TrackingScan[];
}
const parcelOf = async ({ db }: Shipping, orderId: number) => {
  const found = await db
    .collection<{ parcel?: Parcel }>('purchases')
    .findOne({ accountId: ACCOUNT, orderId });
  return found?.parcel;
};
const statusOf = async (orderId: number) => (await shipping.getOrder(orderId)).status;

test('a parcel is in transit and delivered when the carrier scans it', async () => {
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

test('a delivered parcel is not looked up any more', async () => {
  const orderId = await label();
  shipping.clock.advance(24 * 3_600_000);
  await eventually(async () => expect(await statusOf(orderId)).toBe('Delivered'));
  await eventually(async () => {
    const parcel = await parcelOf(shipping, orderId);
    expect(parcel).toHaveProperty('scans');
    expect(parcel).not.toHaveProperty('dueAt');
  });
});

test('no carrier is asked before it can have scanned the parcel', async () => {
  const looks: Date[] = [];
  const { rpc: watching } = await shipping.startProcess({
    carriers: (sandbox) =>
      createCarrierRegistry(
        sandbox.all.map((carrier) => ({
          ...carrier,
          track: (asked: LabelReference) => {
            looks.push(shipping.clock.now());
            return carrier.track(asked);
          },
        })),
      ),
  });
  const { orderId } = await shipping.createOrder();
  await confirm(watching, await rate(watching, orderId));
  const firstScan = new Date(shipping.clock.now().getTime() + 3_600_000);
  expect(await parcelOf(shipping, orderId)).toEqual({ dueAt: firstScan });
  shipping.clock.set(firstScan);
  await eventually(async () => expect(await statusOf(orderId)).toBe('InTransit'));
  expect(looks.filter((at) => at < firstScan)).toEqual([]);
});

test('a failed delivery has the reason of the carrier', async () => {
  const orderId = await label('SBX_SCAN_EXCEPTION');
  shipping.clock.advance(24 * 3_600_000);
  await eventually(async () => expect(await statusOf(orderId)).toBe('DeliveryFailure'));
  expect((await shipping.getOrder(orderId)).exception).toContain('no access');
});

test('an operator can simulate a delivery at once, in any account', async () => {
  const orderId = await label();
  const delivered = await rpc.advanceTracking({ accountId: 0, orderId, status: 'Delivered' });
  expect(delivered).toMatchObject({ accountId: ACCOUNT, orderId, status: 'Delivered' });
  expect(await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'Delivered' })).toEqual(delivered);
});

test('a repeated scan changes nothing', async () => {
  const orderId = await label();
  const first = await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'InTransit' });
  await eventually(async () => {
    expect((await parcelOf(shipping, orderId))?.told).toHaveLength(1);
  });
  expect(await shipping.getOrder(orderId)).toEqual(first);
});

test('an operator gets a refusal for a status without scans', async () => {
  const orderId = await label();
  await expect(rpc.advanceTracking({ accountId: 0, orderId, status: 'Merged' })).rejects.toMatchObject({
    code: 'invalid_argument',
    reason: 'field_not_one_of',
    field: 'status',
    params: { got: 'Merged' },
  });
});

test('an operator gets a refusal for an order without a label', async () => {
  const { orderId } = await shipping.createOrder();
  await expect(rpc.advanceTracking({ accountId: 0, orderId, status: 'InTransit' })).rejects.toMatchObject({
    code: 'failed_precondition',
    reason: 'no_label_to_scan',
    params: { orderId },
  });
});

test("an operator gets the carrier's message when a parcel cannot go back", async () => {
  const orderId = await label();
  await rpc.advanceTracking({ accountId: 0, orderId, status: 'Delivered' });
  await expect(rpc.advanceTracking({ accountId: 0, orderId, status: 'InTransit' })).rejects.toMatchObject({
    code: 'carrier_refused',
    params: { words: expect.stringContaining('last scan') },
  });
});

describe('the scans of a carrier change', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 3, hour));
  const scan = (status: TrackingStatus, hour: number): TrackingScan => ({
    status,
    at: at(hour),
    description: status,
    city: '',
    state: '',
    country: '',
  });
  let scans: TrackingScan[];
  const aWatchedParcel = async () => {
    scans = [];
    const watched = await startShipping();
    const process = await watched.startProcess({
      carriers: (sandbox) => {
        const track = async (label: LabelReference): Promise<Tracking> => ({
          trackingNumber: label.trackingNumber ?? '',
          scans,
          nextLookAt: new Date(watched.clock.now().getTime() + 1_000),
        });
        const firstScanAt = (boughtAt: Date) => new Date(boughtAt.getTime() + 1_000);
        const all = sandbox.all.map((carrier): Carrier => ({ ...carrier, track, firstScanAt }));
        return createCarrierRegistry(all);
      },
    });
    const { orderId } = await watched.createOrder();
    await confirm(process.rpc, await rate(process.rpc, orderId));
    return {
      close: watched.close,
      becomes: async (status: string, ...now: TrackingScan[]) => {
        scans = now;
        await eventually(async () => {
          watched.clock.advance(1_000);
          expect((await parcelOf(watched, orderId))?.scans).toEqual(now);
          expect((await watched.getOrder(orderId)).status).toBe(status);
        });
      },
    };
  };

  test.each<[string, [string, ...TrackingScan[]][]]>([
    [
      'a scan is replaced by another one',
      [
        ['DeliveryFailure', scan('DeliveryFailure', 8)],
        ['Delivered', scan('Delivered', 9)],
      ],
    ],
    [
      'an older scan arrives late',
      [
        ['DeliveryFailure', scan('DeliveryFailure', 9)],
        ['DeliveryFailure', scan('InTransit', 8), scan('DeliveryFailure', 9)],
        ['Delivered', scan('InTransit', 8), scan('DeliveryFailure', 9), scan('Delivered', 10)],
      ],
    ],
    [
      'the last scan is withdrawn, comes back and is withdrawn again',
      [
        ['DeliveryFailure', scan('InTransit', 8), scan('DeliveryFailure', 9)],
        ['InTransit', scan('InTransit', 8)],
        ['DeliveryFailure', scan('InTransit', 8), scan('DeliveryFailure', 9)],
        ['InTransit', scan('InTransit', 8)],
      ],
    ],
  ])('%s, and the order has the latest status', async (_what, looks) => {
    const parcel = await aWatchedParcel();
    try {
      for (const [status, ...now] of looks) await parcel.becomes(status, ...now);
    } finally {
      await parcel.close();
    }
  });
});
