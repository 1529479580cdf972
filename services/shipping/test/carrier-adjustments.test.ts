import type { BillingDefinition } from '@parcelyard/contracts/billing';
import { ReturnStep } from '@parcelyard/contracts/orders';
import { cents } from '@parcelyard/money/cents';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { eventually } from '@parcelyard/testing/eventually';
import type { AdjustmentSource, ReportedAdjustment } from '../src/sellers/adjustment-source';
import { processCrashingAt } from './support/crash';
import { latestPurchase } from './support/settle';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEASE_MS = 31_000;

let shipping: Shipping;
beforeEach(async () => {
  shipping = await startShipping();
});
afterEach(() => shipping.close());

const adjustmentsOf = async (orderId: number) =>
  (await shipping.transfersOf(orderId)).filter(({ kind }) => kind === 'carrier_adjustment');
const adjustedCents = async (orderId: number) =>
  (await adjustmentsOf(orderId)).map(
    ({ lines }) => lines.find(({ ledger }) => ledger === 'carrier_payable')?.cents,
  );
const adjustmentsOnOrder = async (orderId: number) => (await shipping.getOrder(orderId)).adjustments;

async function buy(rpc: ShippingClient, draft: Parameters<Shipping['createOrder']>[0] = {}) {
  const { orderId } = await shipping.createOrder(draft);
  await confirm(rpc, await rate(rpc, orderId));
  const purchase = await latestPurchase(shipping, orderId);
  const { carrierReference: reference } = purchase as unknown as { carrierReference: string };
  return { orderId, reference };
}

function records(...named: ReportedAdjustment[]) {
  const all = { named, unattributed: [] as string[] };
  const source: AdjustmentSource = {
    seller: 'sandbox',
    read: async () => ({ adjustments: [...all.named], unattributed: all.unattributed }),
  };
  return { all, adjustments: () => [source] };
}
const weighed = (reference: string, amount: number, id = 'shp_1'): ReportedAdjustment => ({
  accountId: ACCOUNT,
  reference,
  id,
  cents: cents(amount),
  reason: '',
  at: shipping.clock.now(),
  measured: { weightOz: 320 },
});
const reconcile = (rpc: ShippingClient) => rpc.reconcileAdjustments({ accountId: 0, after: '' });

describe('an order of SBX_ADJUST', () => {
  test('costs 4.10 more after the second scan', async () => {
    const { rpc } = await shipping.startProcess();
    const { orderId } = await buy(rpc, { externalOrderId: 'SBX_ADJUST-1' });
    const { orderId: other } = await buy(rpc);
    shipping.clock.advance(HOUR_MS);
    await eventually(async () => expect((await shipping.getOrder(orderId)).status).toBe('InTransit'));
    expect(await adjustedCents(orderId)).toEqual([]);
    shipping.clock.advance(HOUR_MS);
    await eventually(async () => expect(await adjustmentsOnOrder(orderId)).toHaveLength(1));
    expect(await adjustedCents(orderId)).toEqual([410]);
    const [told] = await adjustmentsOnOrder(orderId);
    expect(told?.adjustment).toMatchObject({
      cents: 410,
      reason: expect.stringContaining('SBX-6001'),
      billed: { weightOz: 12 },
      measured: { weightOz: 28 },
    });
    expect((await shipping.getOrder(orderId)).history).toContainEqual(
      expect.objectContaining({ what: 'postage adjusted', amountCents: 410 }),
    );
    expect(await adjustedCents(other)).toEqual([]);
  });

  test('costs 4.10 more at once when an operator simulates a scan', async () => {
    const { rpc } = await shipping.startProcess();
    const { orderId } = await buy(rpc, { company: 'SBX_ADJUST' });
    const { adjustments } = await rpc.advanceTracking({ accountId: 0, orderId, status: 'InTransit' });
    expect(adjustments).toHaveLength(1);
    await rpc.advanceTracking({ accountId: 0, orderId, status: 'Delivered' });
    shipping.clock.advance(2 * DAY_MS);
    await reconcile(rpc);
    expect(await adjustedCents(orderId)).toEqual([410]);
    const { months, byCarrier } = await shipping.orders.getReport({
      accountId: ACCOUNT,
      from: '',
      to: '',
      months: 6,
      days: 0,
    });
    expect(months.reduce((sum, { adjustmentsCents }) => sum + adjustmentsCents, 0)).toBe(410);
    expect(byCarrier.reduce((sum, { adjustmentsCents }) => sum + adjustmentsCents, 0)).toBe(410);
  });
});

describe("a carrier's adjustment", () => {
  test('is read once a day, so that a lost event does not matter', async () => {
    const seller = records();
    const { rpc } = await shipping.startProcess(seller);
    const { orderId, reference } = await buy(rpc);
    seller.all.named = [weighed(reference, 3_075)];
    shipping.clock.advance(DAY_MS + 1_000);
    await eventually(async () => expect(await adjustmentsOnOrder(orderId)).toHaveLength(1));
    expect(await adjustedCents(orderId)).toEqual([3_075]);

    const next = await buy(rpc);
    seller.all.named = [...seller.all.named, weighed(next.reference, 410)];
    shipping.clock.advance(DAY_MS + 1_000);
    await eventually(async () => expect(await adjustedCents(next.orderId)).toEqual([410]));
  });

  test.each(['adjustment-booked', 'adjustment-noted'])(
    'is booked and reported once after a crash at %s',
    async (place) => {
      const seller = records();
      const doomed = processCrashingAt(place);
      const dying = await shipping.startProcess({ ...seller, ...doomed });
      const { orderId, reference } = await buy(dying.rpc);
      seller.all.named = [weighed(reference, -210)];
      shipping.clock.advance(DAY_MS + 1_000);
      await eventually(() => expect(doomed.isDead()).toBe(true));
      await dying.stop();
      expect(await adjustmentsOnOrder(orderId)).toHaveLength(place === 'adjustment-booked' ? 0 : 1);
      const { rpc } = await shipping.startProcess(seller);
      shipping.clock.advance(LEASE_MS);
      const open = { dueAt: { $exists: true } };
      const rows = shipping.db.collection('carrier_adjustments');
      await eventually(async () => expect(await rows.countDocuments(open)).toBe(0));
      await reconcile(rpc);
      expect(await adjustedCents(orderId)).toEqual([-210]);
      expect(await adjustmentsOnOrder(orderId)).toHaveLength(1);
    },
  );

  test('is completed later when billing did not answer', async () => {
    const seller = records();
    let isDown = true;
    const { rpc } = await shipping.startProcess({
      ...seller,
      clients: (clients) => ({
        ...clients,
        billing: {
          ...clients.billing,
          adjustPostage: async (...call: Parameters<RpcClient<BillingDefinition>['adjustPostage']>) => {
            const booked = await clients.billing.adjustPostage(...call);
            if (isDown) throw new Error('The answer was lost.');
            return booked;
          },
        },
      }),
    });
    const { orderId, reference } = await buy(rpc);
    seller.all.named = [weighed(reference, 410)];
    shipping.clock.advance(DAY_MS + 1_000);
    await eventually(async () => expect(await adjustedCents(orderId)).toEqual([410]));
    expect(await adjustmentsOnOrder(orderId)).toEqual([]);
    isDown = false;
    shipping.clock.advance(HOUR_MS);
    await eventually(async () => expect(await adjustmentsOnOrder(orderId)).toHaveLength(1));
    expect(await adjustedCents(orderId)).toEqual([410]);
  });

  test('is booked once by two replicas at once, and a changed amount moves the difference', async () => {
    const seller = records();
    const [one, two] = await Promise.all([shipping.startProcess(seller), shipping.startProcess(seller)]);
    const { orderId, reference } = await buy(one.rpc);
    for (const amount of [410, 300]) {
      seller.all.named = [weighed(reference, amount)];
      shipping.clock.advance(DAY_MS + 1_000);
      await eventually(async () => {
        await Promise.all([reconcile(one.rpc), reconcile(two.rpc)]);
        expect((await adjustmentsOnOrder(orderId)).map(({ adjustment }) => adjustment?.cents)).toEqual([
          amount,
        ]);
      });
    }
    expect(await adjustedCents(orderId)).toEqual([410, -110]);
  });

  test('of a voided label is also booked and reported', async () => {
    const seller = records();
    const { rpc } = await shipping.startProcess(seller);
    const { orderId, reference } = await buy(rpc);
    await rpc.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
    shipping.clock.advance(HOUR_MS);
    await eventually(async () => expect((await latestPurchase(shipping, orderId))?.state).toBe('refunded'));
    seller.all.named = [weighed(reference, 410)];
    shipping.clock.advance(DAY_MS);
    await eventually(async () => expect(await adjustmentsOnOrder(orderId)).toHaveLength(1));
    expect(await adjustedCents(orderId)).toEqual([410]);
  });

  test('of a return label is stored in its order', async () => {
    const { rpc } = await shipping.startProcess();
    const { orderId } = await buy(rpc, { externalOrderId: 'SBX_ADJUST-R' });
    await rpc.advanceTracking({ accountId: 0, orderId, status: 'Delivered' });
    await shipping.orders.changeReturn({ accountId: ACCOUNT, orderId, step: ReturnStep.REQUEST });
    await rpc.buyReturnLabel({ accountId: ACCOUNT, orderId, confirm: true });
    await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'InTransit' });
    expect((await adjustmentsOnOrder(orderId)).map(({ adjustment }) => adjustment?.cents)).toEqual([
      410, 410,
    ]);
    expect(await adjustedCents(orderId)).toEqual([410, 410]);
  });

  test('without a purchase is not booked, and is counted in a metric', async () => {
    const seller = records();
    const { rpc, metrics } = await shipping.startProcess(seller);
    const { orderId } = await buy(rpc);
    seller.all.named = [weighed('pur_77_1_a1_0123', 410), weighed('nothing of ours', 20, 'shp_2')];
    seller.all.unattributed = ['shp_3'];
    shipping.clock.advance(DAY_MS + 1_000);
    const metric = metrics.find(
      (one) => (one as { name?: string }).name === 'parcelyard_carrier_adjustments_unattributed',
    );
    await eventually(async () => {
      const unknown = await shipping.db
        .collection('carrier_adjustments')
        .countDocuments({ unattributed: true });
      expect(unknown).toBe(2);
      expect((await metric?.get())?.values).toMatchObject([{ value: 3 }]);
    });
    expect(await adjustmentsOf(orderId)).toEqual([]);
    expect((await reconcile(rpc)).adjustments).toHaveLength(2);
  });

  test('of a label that the carrier bills itself is in no ledger', async () => {
    const seller = records();
    const { rpc } = await shipping.startProcess(seller);
    const { orderId, reference } = await buy(rpc);
    await shipping.db
      .collection('purchases')
      .updateOne({ orderId }, { $set: { 'terms.ownAccount': 'ca_of_a_merchant' } });
    seller.all.named = [weighed(reference, 410)];
    shipping.clock.advance(DAY_MS + 1_000);
    await eventually(async () => {
      expect(await shipping.db.collection('carrier_adjustments').countDocuments()).toBe(1);
      expect(
        await shipping.db.collection('carrier_adjustments').countDocuments({ dueAt: { $exists: true } }),
      ).toBe(0);
    });
    expect(await adjustmentsOf(orderId)).toEqual([]);
    expect((await reconcile(rpc)).adjustments).toEqual([]);
  });
});
