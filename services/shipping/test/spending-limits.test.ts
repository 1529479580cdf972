import { type Address, ConnectionKind } from '@parcelyard/contracts/common';
import { type Order, ReturnStep } from '@parcelyard/contracts/orders';
import { destinationDigest } from '@parcelyard/service-kit/destination-digest';
import { eventually } from '@parcelyard/testing/eventually';
import { confirmBatch, endedBatch, previewBatch } from './support/batch';
import { processCrashingAt } from './support/crash';
import {
  ACCOUNT,
  confirm,
  preview,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

/** Longer than the leases of a batch and a purchase, and longer than a call waits for billing to accept a batch. */
const LEASES_MS = 16_000;

let shipping: Shipping;
let rpc: ShippingClient;
let first: Awaited<ReturnType<Shipping['startProcess']>>;
beforeEach(async () => {
  shipping = await startShipping();
  first = await shipping.startProcess();
  rpc = first.rpc;
});
afterEach(() => shipping.close());

interface Limits {
  perLabelCents?: number;
  perDayCents?: number;
  askAboveCents?: number;
}
const setLimits = (token: Limits, app?: Limits) =>
  shipping.billing.setSpendingLimits({ accountId: ACCOUNT, token, app });
const spentToday = async () =>
  (await shipping.billing.getSpendingLimits({ accountId: ACCOUNT })).token?.spentTodayCents;
const openReservations = async () => {
  const page = { accountId: ACCOUNT, afterAccountId: 0, afterSeq: 0, limit: 1_000 };
  const { transfers } = await shipping.billing.listTransfers(page);
  return transfers.at(-1)?.spendingAfter?.reserved ?? [];
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: { reason: string; code: string; params: { approvalId: string; totalCents: number } }) => error,
  );
const say = (approvalId: string, allow: boolean) =>
  shipping.billing.decideApproval({ accountId: ACCOUNT, approvalId, allow });

describe('a label', () => {
  test('above the limit is refused without a charge or a lock, and bought after the owner raises the limit', async () => {
    await setLimits({ perLabelCents: 100 });
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const refused = await refusal(confirm(rpc, choice));
    expect(refused).toMatchObject({ code: 'resource_exhausted', reason: 'label_limit_passed' });
    const balance = await shipping.billing.getBalance({ accountId: ACCOUNT });
    expect(balance).toMatchObject({ availableCents: 500_000, heldCents: 0 });
    const { purchases } = await rpc.listPurchases({ accountId: ACCOUNT, afterPurchaseId: '', limit: 0 });
    expect(purchases.map(({ state }) => state)).toEqual(['failed']);
    expect((await shipping.getOrder(orderId)).label).toBeUndefined();
    await setLimits({ perLabelCents: 0 });
    expect((await confirm(rpc, choice)).chargedNow).toBe(true);
  });

  test('waits for the approval: the repeated call buys after it, and is refused after a denial', async () => {
    await setLimits({ askAboveCents: 100 });
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const shown = await preview(rpc, choice);
    expect(shown.approval?.reason).toBe('approval_foreseen');
    const asked = await refusal(confirm(rpc, choice));
    expect(asked).toMatchObject({ code: 'permission_denied', reason: 'approval_needed' });
    const { approvalId } = asked.params;
    expect(await shipping.billing.getApproval({ accountId: ACCOUNT, approvalId })).toMatchObject({
      status: 'pending',
      orderIds: [orderId],
      totalCents: shown.totalChargeCents,
      method: 'USPS Ground Advantage',
      postageCents: shown.postageCents,
    });
    expect((await refusal(confirm(rpc, choice))).params.approvalId).toBe(approvalId);
    await say(approvalId, true);
    expect((await confirm(rpc, { ...choice, approvalId })).chargedNow).toBe(true);
    expect((await confirm(rpc, choice)).chargedNow).toBe(false);

    const other = await rate(rpc, (await shipping.createOrder()).orderId);
    const next = await refusal(confirm(rpc, other));
    expect(await refusal(confirm(rpc, { ...other, approvalId }))).toMatchObject({
      reason: 'approval_unusable',
    });
    await say(next.params.approvalId, false);
    expect((await refusal(confirm(rpc, other))).reason).toBe('approval_denied');
    expect((await preview(rpc, other)).refusal?.reason).toBe('approval_denied');
  });

  test('needs a new approval when the order moved, also within the zone and at the same price', async () => {
    await setLimits({ askAboveCents: 100 });
    const { orderId, shipTo } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const { approvalId } = (await refusal(confirm(rpc, choice))).params;
    await say(approvalId, true);

    await changeRecipient({ orderId, shipTo });
    const moved = await rate(rpc, orderId);
    const { totalChargeCents } = await preview(rpc, choice).catch(() => preview(rpc, moved));
    for (const repeated of [moved, { ...moved, approvalId }]) {
      const asked = await refusal(confirm(rpc, repeated));
      expect([asked.reason, asked.params.totalCents]).toEqual(['approval_needed', totalChargeCents]);
      expect(asked.params.approvalId).not.toBe(approvalId);
    }
    expect((await shipping.getOrder(orderId)).label).toBeUndefined();

    const back = { ...shipTo, ...NOTHING_OF_A_NAME } as Address;
    await shipping.orders.updateAddress({
      accountId: ACCOUNT,
      orderId,
      shipTo: back,
      addressCheck: undefined,
    });
    expect((await confirm(rpc, await rate(rpc, orderId))).chargedNow).toBe(true);
  });

  test('of a return needs its own approval, which names the shop', async () => {
    const { orderId } = await shipping.createOrder();
    await confirm(rpc, await rate(rpc, orderId));
    await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'Delivered' });
    await shipping.orders.changeReturn({ accountId: ACCOUNT, orderId, step: ReturnStep.REQUEST });
    await setLimits({ askAboveCents: 100 });
    const back = { accountId: ACCOUNT, orderId, confirm: true };
    const { approvalId } = (await refusal(rpc.buyReturnLabel(back))).params;
    const { shipFrom } = await rpc.getSettings({ accountId: ACCOUNT });
    expect(await shipping.billing.getApproval({ accountId: ACCOUNT, approvalId })).toMatchObject({
      orderIds: [orderId],
      forReturn: true,
      destination: destinationDigest(shipFrom),
    });
    await say(approvalId, true);
    expect((await rpc.buyReturnLabel(back)).outcome?.$case).toBe('result');
    expect((await shipping.getOrder(orderId)).status).toBe('WaitingForReturn');
  });

  test('of a return that the owner buys needs no approval, also after a denial, but keeps to the limits', async () => {
    const { orderId } = await shipping.createOrder();
    await confirm(rpc, await rate(rpc, orderId));
    await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'Delivered' });
    await shipping.orders.changeReturn({ accountId: ACCOUNT, orderId, step: ReturnStep.REQUEST });
    await setLimits({ askAboveCents: 100, perDayCents: 1 });
    const byOwner = { accountId: ACCOUNT, orderId, confirm: true, approvedByOwner: true };
    expect((await refusal(rpc.buyReturnLabel(byOwner))).reason).toBe('day_limit_passed');
    await setLimits({ perDayCents: 0 });
    const { approvalId } = (await refusal(rpc.buyReturnLabel({ ...byOwner, approvedByOwner: false }))).params;
    await say(approvalId, false);
    const { outcome } = await rpc.buyReturnLabel({ ...byOwner, confirm: false });
    expect(outcome).toMatchObject({ $case: 'preview', preview: { refusal: undefined, approval: undefined } });
    expect((await rpc.buyReturnLabel(byOwner)).outcome?.$case).toBe('result');
    expect(await shipping.billing.getApproval({ accountId: ACCOUNT, approvalId })).toMatchObject({
      status: 'denied',
    });
  });

  test('by a connected app counts in the limits of apps', async () => {
    await setLimits({}, { perDayCents: 100 });
    const { orderId } = await shipping.createOrder();
    const choice = await rate(rpc, orderId);
    const byApp = { ...choice, connectionKind: ConnectionKind.APP };
    expect((await refusal(confirm(rpc, byApp))).reason).toBe('day_limit_passed');
    await confirm(rpc, { ...choice, connectionKind: ConnectionKind.TOKEN });
  });

  test('never passes the day limit with many confirms at once through two processes', async () => {
    const second = (await shipping.startProcess()).rpc;
    const choices = await Promise.all(
      Array.from({ length: 10 }, async () => rate(rpc, (await shipping.createOrder()).orderId)),
    );
    const price = (await preview(rpc, choices[0] as (typeof choices)[number])).totalChargeCents;
    await setLimits({ perDayCents: price * 4 + 1 });
    const outcomes = await Promise.allSettled(
      choices.map((choice, n) => confirm(n % 2 === 0 ? rpc : second, choice)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await spentToday()).toBe(price * 4);
  });
});

/** Changes the recipient but not the ZIP, so the price stays the same. */
const changeRecipient = ({ orderId, shipTo }: Pick<Order, 'orderId' | 'shipTo'>) =>
  shipping.orders.updateAddress({
    accountId: ACCOUNT,
    orderId,
    addressCheck: undefined,
    shipTo: { ...(shipTo as Address), ...NOTHING_OF_A_NAME, name: 'Mallory Mark' },
  });
/** Empty, because the complete name is used. */
const NOTHING_OF_A_NAME = { firstName: '', lastName: '' };

const createOrders = async (count = 4) => {
  for (let made = 0; made < count; made += 1) {
    // The carrier refuses one of the labels.
    await shipping.createOrder({ weightOz: 12, ...(made === 1 && { company: 'SBX_DECLINE' }) });
  }
};

describe('a batch', () => {
  test('reserves its total in the day limit, and releases what it did not buy', async () => {
    await createOrders();
    const { totalChargeCents } = await previewBatch(rpc);
    await setLimits({ perDayCents: totalChargeCents - 1 });
    expect((await previewBatch(rpc)).refusal?.reason).toBe('day_limit_passed');
    expect(await refusal(confirmBatch(rpc))).toMatchObject({
      reason: 'day_limit_passed',
      params: { batch: true },
    });
    await expect(rpc.getBatch({ accountId: ACCOUNT, batchId: undefined })).rejects.toMatchObject({
      code: 'not_found',
    });
    await setLimits({ perDayCents: totalChargeCents, perLabelCents: totalChargeCents });
    const { batchId } = await confirmBatch(rpc);
    const batch = await endedBatch(shipping, rpc, batchId);
    expect(batch).toMatchObject({ status: 'completed_with_errors', purchased: 3, failed: 1 });
    expect(await spentToday()).toBe(batch.totalCostCents);
    expect(await openReservations()).toEqual([]);
  });

  test('asks once for its total, and not for its labels', async () => {
    await createOrders();
    await setLimits({ askAboveCents: 100 });
    const shown = await previewBatch(rpc);
    expect(shown.approval?.reason).toBe('approval_foreseen');
    const asked = await refusal(confirmBatch(rpc));
    expect(asked).toMatchObject({
      reason: 'approval_needed',
      params: { totalCents: shown.totalChargeCents, batch: true },
    });
    expect((await refusal(confirmBatch(rpc))).params.approvalId).toBe(asked.params.approvalId);
    await say(asked.params.approvalId, true);
    const { batchId, queuedNow } = await confirmBatch(rpc);
    expect(queuedNow).toBe(true);
    const batch = await endedBatch(shipping, rpc, batchId);
    expect(batch).toMatchObject({ purchased: 3, failed: 1 });
  });

  test('needs a new approval when one order has another destination since the approval', async () => {
    const [first] = [
      await shipping.createOrder({ weightOz: 12 }),
      await shipping.createOrder({ weightOz: 12 }),
    ];
    await setLimits({ askAboveCents: 100 });
    const asked = await refusal(confirmBatch(rpc));
    await say(asked.params.approvalId, true);
    await changeRecipient(first);
    for (const approvalId of [undefined, asked.params.approvalId]) {
      const again = await refusal(confirmBatch(rpc, approvalId === undefined ? {} : { approvalId }));
      expect([again.reason, again.params.totalCents]).toEqual(['approval_needed', asked.params.totalCents]);
      expect(again.params.approvalId).not.toBe(asked.params.approvalId);
    }
  });

  test('buys only to the destination at the time of its confirm', async () => {
    const { orderId } = await shipping.createOrder({ weightOz: 12 });
    await first.stop();
    // The order has no name of its own, so it shows its customer's name. This name has changed since the batch was
    // begun.
    const renamed = await shipping.startProcess({
      clients: (clients) => ({
        ...clients,
        orders: {
          ...clients.orders,
          lockForPurchase: async (request) => {
            const answer = await clients.orders.lockForPurchase(request);
            const shipTo = { ...(answer.order?.shipTo as Address), name: 'Mallory Mark' };
            return { ...answer, order: { ...(answer.order as Order), shipTo } };
          },
        },
      }),
    });
    const { batchId } = await confirmBatch(renamed.rpc);
    const batch = await endedBatch(shipping, renamed.rpc, batchId);
    expect(batch.items).toMatchObject([
      { orderId, status: 'failed', error: { reason: 'address_changed_since_rating' } },
    ]);
    expect((await shipping.transfersOf(orderId)).map(({ kind }) => kind)).not.toContain('hold');
  });

  test('is queued and reserved once by several confirms at once', async () => {
    await createOrders();
    const { totalChargeCents } = await previewBatch(rpc);
    await setLimits({ perDayCents: totalChargeCents });
    const second = (await shipping.startProcess()).rpc;
    const queued = await Promise.all(
      Array.from({ length: 6 }, (_, n) => confirmBatch(n % 2 === 0 ? rpc : second)),
    );
    expect(new Set(queued.map(({ batchId }) => batchId)).size).toBe(1);
    expect(queued.filter(({ queuedNow }) => queuedNow)).toHaveLength(1);
    await endedBatch(shipping, rpc);
    expect(await openReservations()).toEqual([]);
  });

  test('that cannot be paid ends its reservation before it ends', async () => {
    await createOrders();
    await setLimits({ perDayCents: 100_000 });
    await shipping.billing.updateAccount({
      accountId: ACCOUNT,
      paymentMethod: 'sandbox_declined',
      autoRechargeCents: 500,
      idempotencyKey: '',
    });
    const { orderId } = await shipping.createOrder({ weightOz: 12 });
    expect(orderId).toBeGreaterThan(0);
    // Another label uses up the money that the batch needs.
    const held = { accountId: ACCOUNT, purchaseId: 'pur_999_1', insuranceCents: 0, batch: false };
    await setLimits({ perDayCents: 0 });
    await shipping.billing.hold({ ...held, postageCents: 499_900 });
    await setLimits({ perDayCents: 1_000_000 });
    const { batchId } = await confirmBatch(rpc);
    const batch = await endedBatch(shipping, rpc, batchId);
    expect(batch).toMatchObject({ status: 'failed', purchased: 0 });
    expect(await openReservations()).toEqual([]);
    expect(await spentToday()).toBe(499_900);
  });

  test.each([
    'batch-0-queued-unadmitted',
    'batch-0-reserved',
    'batch-1-recharged',
    'batch-3-reservation-ended',
  ])(
    'whose process dies right after %s is completed by the next one, and nothing stays reserved',
    async (step) => {
      await createOrders();
      await setLimits({ perDayCents: 100_000 });
      await first.stop();
      const doomed = processCrashingAt(step);
      const dying = await shipping.startProcess(doomed);
      await confirmBatch(dying.rpc).catch(() => undefined);
      await eventually(() => expect(doomed.isDead()).toBe(true));
      await dying.stop();
      const next = await shipping.startProcess();
      shipping.clock.advance(LEASES_MS);
      const batch = await endedBatch(shipping, next.rpc);
      expect(batch).toMatchObject({ status: 'completed_with_errors', purchased: 3, failed: 1 });
      expect(await openReservations()).toEqual([]);
      expect(await spentToday()).toBe(batch.totalCostCents);
    },
  );

  test('that was refused by a process that died is removed by the next one, and does not prevent another batch', async () => {
    await createOrders(2);
    const batches = shipping.db.collection('batches');
    await first.stop();
    await setLimits({ askAboveCents: 100 });
    const doomed = processCrashingAt('batch-0-refused');
    const dying = await shipping.startProcess(doomed);
    await confirmBatch(dying.rpc).catch(() => undefined);
    expect(doomed.isDead()).toBe(true);
    await dying.stop();
    const next = await shipping.startProcess();
    shipping.clock.advance(LEASES_MS);
    await eventually(async () => expect(await batches.countDocuments({ accountId: ACCOUNT })).toBe(0));
    await setLimits({ askAboveCents: 0 });
    expect((await confirmBatch(next.rpc)).queuedNow).toBe(true);
  });

  test('that was interrupted and is refused afterwards ends as failed, with the reason in its items', async () => {
    await createOrders(2);
    await setLimits({ askAboveCents: 100 });
    const doomed = processCrashingAt('batch-0-queued-unadmitted');
    const dying = await shipping.startProcess(doomed);
    await confirmBatch(dying.rpc).catch(() => undefined);
    await dying.stop();
    shipping.clock.advance(LEASES_MS);
    const batch = await endedBatch(shipping, rpc);
    expect(batch.status).toBe('failed');
    expect(batch.items[0]?.error?.reason).toBe('approval_needed');
  });
});
