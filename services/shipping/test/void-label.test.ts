import type { VoidLabelResult } from '@parcelyard/contracts/shipping';
import { wordNeutrally } from '@parcelyard/reasons/word-reason';
import type { DomainError } from '@parcelyard/service-kit/domain-error';
import { CarrierRefused } from '@parcelyard/shipping/sellers/carrier-errors';
import { createCarrierRegistry } from '@parcelyard/shipping/sellers/carrier-registry';
import { eventually } from '@parcelyard/testing/eventually';
import { wrapCollection } from '@parcelyard/testing/wrap-calls';
import { attemptOf } from './support/attempt-of';
import { processCrashingAt } from './support/crash';
import { latestPurchase, settle } from './support/settle';
import {
  ACCOUNT,
  confirm,
  preview,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

const LEASE_MS = 13_000;
/** The pay-as-you-go fee, which a void does not return (money rule 9). */
const FEE = 30;

let shipping: Shipping;
let rpc: ShippingClient;
let stopProcess: () => Promise<void>;
beforeEach(async () => {
  shipping = await startShipping();
  ({ rpc, stop: stopProcess } = await shipping.startProcess());
});
afterEach(() => shipping.close());

const buy = async (draft: Parameters<Shipping['createOrder']>[0] = {}) => {
  const { orderId } = await shipping.createOrder(draft);
  const { label } = await confirm(rpc, await rate(rpc, orderId));
  if (!label) throw new Error('no label');
  return { orderId, label };
};
const previewVoid = async (orderId: number, accountId = ACCOUNT) => {
  const { outcome } = await rpc.voidLabel({ accountId, orderId, confirm: false });
  if (outcome?.$case !== 'preview') throw new Error('A preview answered without a preview.');
  return outcome.preview;
};
const voidNow = async (orderId: number, client = rpc): Promise<VoidLabelResult> => {
  const { outcome } = await client.voidLabel({ accountId: ACCOUNT, orderId, confirm: true });
  if (outcome?.$case !== 'result') throw new Error('A confirm answered without a result.');
  return outcome.result;
};
const cancel = async (orderId: number, client = rpc) => {
  const { outcome } = await client.cancelOrder({ accountId: ACCOUNT, orderId, confirm: true });
  if (outcome?.$case !== 'result') throw new Error('A confirm answered without a result.');
  return outcome.result;
};
const previewCancel = async (orderId: number) => {
  const { outcome } = await rpc.cancelOrder({ accountId: ACCOUNT, orderId, confirm: false });
  if (outcome?.$case !== 'preview') throw new Error('A preview answered without a preview.');
  return outcome.preview;
};
const stateOf = async (orderId: number) => (await latestPurchase(shipping, orderId))?.state;
const available = async () => (await shipping.billing.getBalance({ accountId: ACCOUNT })).availableCents;
const pending = () => rpc.getPendingRefunds({ accountId: ACCOUNT });
const kindsOf = async (orderId: number) => (await shipping.transfersOf(orderId)).map(({ kind }) => kind);
const carrierStatus = async (purchaseId: string) => {
  const { entries } = await rpc.listSellerJournal({ accountId: ACCOUNT, afterReference: '', limit: 0 });
  return entries.find(({ reference }) => reference.startsWith(`${purchaseId}_`))?.status;
};

/** The carrier scans the parcel. The orders service does not know it yet. */
const scanAtCarrierOnly = async (orderId: number) => {
  const scan = { status: 'InTransit', at: shipping.clock.now() };
  await shipping.db
    .collection<{ forced: unknown[] }>('carrier_journal')
    .updateOne(
      { accountId: ACCOUNT, reference: { $gt: `pur_${orderId}_1_`, $lt: `pur_${orderId}_1_~` } },
      { $push: { forced: scan } },
    );
};

describe('cancel_shipping_label', () => {
  test('a preview shows number and refund, and changes nothing [MCP-S9]', async () => {
    const { orderId, label } = await buy();
    const before = [await shipping.getOrder(orderId), await latestPurchase(shipping, orderId)];
    expect(await previewVoid(orderId)).toEqual({
      trackingNumber: label.trackingNumber,
      refundExpectedCents: label.costCents - FEE,
      feeKeptCents: FEE,
    });
    expect([await shipping.getOrder(orderId), await latestPurchase(shipping, orderId)]).toEqual(before);
    expect(await carrierStatus(label.purchaseId)).toBe('purchased');
  });

  test('a confirm releases the order at once and refunds the money later, once [MCP-S9] [MCP-M9]', async () => {
    const start = await available();
    const { orderId, label } = await buy();
    expect(await voidNow(orderId)).toEqual({
      trackingNumber: label.trackingNumber,
      refundStatus: 'pending',
      carrierAccepted: true,
      refundAmountCents: label.costCents - FEE,
      begunNow: true,
    });
    const order = await shipping.getOrder(orderId);
    expect([order.status, order.label, order.trackingNumber]).toEqual([
      'ChooseShipping',
      undefined,
      undefined,
    ]);
    expect(await carrierStatus(label.purchaseId)).toBe('voided');
    expect(await available()).toBe(start - label.costCents);
    expect(await pending()).toEqual({ count: 1, amountCents: label.costCents - FEE });

    expect(await settle(shipping, orderId, 'refunded')).toBe(60_000);
    expect(await available()).toBe(start - FEE);
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'refund']);
    expect(await pending()).toEqual({ count: 0, amountCents: 0 });
  });

  test('a second void is refused, during the first one and after it', async () => {
    const { orderId, label } = await buy();
    await voidNow(orderId);
    const refusal = (refunded: boolean) => ({
      code: 'failed_precondition',
      reason: 'label_voided',
      params: { orderId, refundCents: label.costCents - FEE, refunded },
    });
    await expect(voidNow(orderId)).rejects.toMatchObject(refusal(false));
    await expect(previewVoid(orderId)).rejects.toMatchObject(refusal(false));
    await settle(shipping, orderId, 'refunded');
    await expect(voidNow(orderId)).rejects.toMatchObject(refusal(true));
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'refund']);
  });

  test('twenty voids at once refund the money once', async () => {
    const start = await available();
    const { orderId } = await buy();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => voidNow(orderId)));
    const begun = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.begunNow);
    expect(begun).toHaveLength(1);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'fulfilled', value: { carrierAccepted: true } });
    }
    await settle(shipping, orderId, 'refunded');
    expect(await available()).toBe(start - FEE);
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'refund']);
  });

  test('an order without a label, or that never had one, is refused', async () => {
    const { orderId } = await shipping.createOrder();
    await expect(voidNow(orderId)).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'no_label_to_void',
      params: { orderId },
    });
  });

  test("another account's order gets the same answer as an unknown one, and keeps its label [MCP-E9]", async () => {
    const { orderId, label } = await buy();
    const answers = [];
    for (const id of [orderId, 987_654_321]) {
      for (const confirmed of [false, true]) {
        const request = { accountId: ACCOUNT + 1, orderId: id, confirm: confirmed };
        for (const call of [() => rpc.voidLabel(request), () => rpc.cancelOrder(request)]) {
          const error = (await call().catch((thrown: unknown) => thrown)) as DomainError;
          answers.push(wordNeutrally(error).replace(String(id), 'N'));
        }
      }
    }
    expect(new Set(answers)).toEqual(new Set(['Order N was not found in this account.']));
    expect((await shipping.getOrder(orderId)).label).toEqual(label);
  });

  test("the carrier's refusal is returned word for word, and nothing changes [MCP-E11]", async () => {
    const { orderId, label } = await buy({ company: 'SBX_VOID_REJECTED' });
    const { updatedAt, ...before } = await shipping.getOrder(orderId);
    const balance = await available();
    await expect(voidNow(orderId)).rejects.toMatchObject({
      code: 'carrier_refused',
      params: { words: 'Carrier rejected the void: the label was already presented for payment (SBX-2001)' },
    });
    expect(await shipping.getOrder(orderId)).toEqual({ ...before, updatedAt: expect.any(Date) });
    expect(await available()).toBe(balance);
    expect(await stateOf(orderId)).toBe('done');
    expect(await carrierStatus(label.purchaseId)).toBe('purchased');
  });

  test('when the carrier accepts later, the label stays until then, and the refund follows by itself', async () => {
    const start = await available();
    const { orderId, label } = await buy({ company: 'SBX_VOID_PENDING' });
    expect(await voidNow(orderId)).toMatchObject({ refundStatus: 'pending', carrierAccepted: false });
    expect((await shipping.getOrder(orderId)).label).toEqual({ ...label, pendingVoid: expect.any(Number) });
    const repeated = { refundStatus: 'pending', carrierAccepted: false, begunNow: false };
    expect(await Promise.all([voidNow(orderId), voidNow(orderId)])).toMatchObject([repeated, repeated]);
    expect(await previewVoid(orderId)).toMatchObject({ voidPending: true });
    await settle(shipping, orderId, 'refund_due');
    expect(await shipping.getOrder(orderId)).toMatchObject({ status: 'ChooseShipping' });
    await settle(shipping, orderId, 'refunded');
    expect(await available()).toBe(start - FEE);
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'refund']);
  });

  test('a scanned parcel cannot be voided, also when only the carrier has the scan', async () => {
    const known = await buy();
    await rpc.advanceTracking({ accountId: ACCOUNT, orderId: known.orderId, status: 'InTransit' });
    await expect(voidNow(known.orderId)).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'parcel_scanned',
      params: { orderId: known.orderId },
    });
    const unknown = await buy();
    await scanAtCarrierOnly(unknown.orderId);
    await expect(voidNow(unknown.orderId)).rejects.toMatchObject({
      code: 'carrier_refused',
      params: { words: 'Carrier rejected the void: the parcel has been scanned (SBX-2002)' },
    });
    for (const { orderId } of [known, unknown]) {
      expect(await stateOf(orderId)).toBe('done');
      expect(await kindsOf(orderId)).toEqual(['hold', 'capture']);
    }
  });

  test('a new label after a void has its own purchase and money, and the earlier refund follows', async () => {
    const start = await available();
    const { orderId } = await buy();
    await voidNow(orderId);
    const again = await confirm(rpc, await rate(rpc, orderId));
    expect(again).toMatchObject({ chargedNow: true, label: { purchaseId: attemptOf(orderId, 2) } });
    shipping.clock.advance(60_000);
    await eventually(async () =>
      expect((await kindsOf(orderId)).sort()).toEqual(['capture', 'capture', 'hold', 'hold', 'refund']),
    );
    expect(await available()).toBe(start - FEE - (again.label?.costCents ?? 0));
    expect((await shipping.getOrder(orderId)).label).toEqual(again.label);
    await voidNow(orderId);
    await settle(shipping, orderId, 'refunded');
    expect(await available()).toBe(start - 2 * FEE);
  });

  test.each(['void-1-requested', 'void-2-order-told', 'void-2-carrier-accepted', 'void-3-cleared'])(
    'after a crash right after %s the void continues by itself to its one refund',
    async (step) => {
      const start = await available();
      const { orderId, label } = await buy();
      const doomed = processCrashingAt(step);
      const { rpc: dying, stop } = await shipping.startProcess(doomed);
      await expect(voidNow(orderId, dying)).rejects.toBeDefined();
      expect(doomed.isDead()).toBe(true);
      await stop();
      expect(await stateOf(orderId)).toBe('void_requested');

      shipping.clock.advance(LEASE_MS);
      await eventually(async () => expect(await stateOf(orderId)).toBe('refund_due'));
      expect(await shipping.getOrder(orderId)).toMatchObject({ status: 'ChooseShipping' });
      await settle(shipping, orderId, 'refunded');
      expect(await available()).toBe(start - FEE);
      expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'refund']);
      expect(await carrierStatus(label.purchaseId)).toBe('voided');
    },
  );
});

test('after voids, cancellations and purchases of one order at once, every void has exactly one refund', async () => {
  const start = await available();
  const { orderId } = await buy();
  const choice = await rate(rpc, orderId);
  await Promise.allSettled([
    ...[1, 2, 3].flatMap(() => [voidNow(orderId), cancel(orderId), confirm(rpc, choice)]),
  ]);
  await eventually(
    async () => {
      shipping.clock.advance(61_000);
      expect(['done', 'refunded', 'failed']).toContain(await stateOf(orderId));
      // The 250 milliseconds between two checks let running work end before the clock moves past its lease.
    },
    120_000,
    250,
  );
  const stored = await shipping.db
    .collection<{ orderId: number; state: string }>('purchases')
    .find({ accountId: ACCOUNT, orderId })
    .toArray();
  const count = (...states: string[]) => stored.filter(({ state }) => states.includes(state)).length;
  const kinds = await kindsOf(orderId);
  const moved = (kind: string) => kinds.filter((each) => each === kind).length;
  expect(count('done') + count('refunded') + count('failed')).toBe(stored.length);
  expect(moved('capture')).toBe(count('done', 'refunded'));
  expect(moved('refund')).toBe(count('refunded'));

  const { label, status, lockedBy } = await shipping.getOrder(orderId);
  expect(lockedBy).toBeUndefined();
  expect(label === undefined).toBe(count('done') === 0);
  if (label) expect(status).toBe('PrintLabel');
  const paid = label?.costCents ?? 0;
  expect(await available()).toBe(start - count('refunded') * FEE - paid);
});

test('after a crash right after void-4-refunded the money is refunded once', async () => {
  const start = await available();
  const { orderId } = await buy();
  await voidNow(orderId);
  await stopProcess();
  const doomed = processCrashingAt('void-4-refunded');
  const { stop } = await shipping.startProcess(doomed);
  shipping.clock.advance(60_000);
  await eventually(() => expect(doomed.isDead()).toBe(true));
  await stop();
  expect(await stateOf(orderId)).toBe('refund_due');

  await shipping.startProcess();
  shipping.clock.advance(LEASE_MS);
  await eventually(async () => expect(await stateOf(orderId)).toBe('refunded'));
  expect(await available()).toBe(start - FEE);
  expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'refund']);
});

test('the report counts a refund when the balance has it, and not before', async () => {
  const refunds = async () => {
    const { months } = await shipping.orders.getReport({
      accountId: ACCOUNT,
      from: '',
      to: '',
      months: 1,
      days: 0,
    });
    return months.at(-1)?.refundsCents ?? 0;
  };
  const [before, start] = [await refunds(), await available()];
  const { orderId, label } = await buy();
  await voidNow(orderId);
  await settle(shipping, orderId, 'refund_due');
  expect(await refunds()).toBe(before);
  await settle(shipping, orderId, 'refunded');
  expect(await refunds()).toBe(before + label.costCents - FEE);
  expect(await available()).toBe(start - FEE);
});

describe('while a void is pending', () => {
  const WAITS = { code: 'failed_precondition', reason: 'void_pending' };
  const NOT_NOW = { code: 'carrier_refused', params: { words: 'Not now' } };
  const REFUSING = { company: 'SBX_VOID_PENDING SBX_VOID_REJECTED' };
  const waiting = async (draft: Parameters<Shipping['createOrder']>[0] = { company: 'SBX_VOID_PENDING' }) => {
    const bought = await buy(draft);
    await voidNow(bought.orderId);
    return bought;
  };
  const mark = (orderId: number, really = true) =>
    shipping.orders.markLabelsPrinted({ accountId: ACCOUNT, orderIds: [orderId], confirm: really });
  const eligible = async () =>
    (await shipping.orders.listPickupEligible({ accountId: ACCOUNT, carrier: 'usps' })).orders.map(
      ({ orderId }) => orderId,
    );
  const assign = async (orderId: number) => {
    const pickup = { accountId: ACCOUNT, pickupId: 9, carrier: 'usps', seller: 'sandbox' };
    return (await shipping.orders.assignPickup({ ...pickup, orderIds: [orderId] })).orderIds;
  };
  const file = (url: string | undefined) =>
    rpc.getLabelFile({ token: (url ?? '').replace('/labels/', ''), offset: 0, etag: '' });

  test('a purchase is refused while the label exists, in preview and confirm, and nothing is charged [MCP-S68]', async () => {
    const { orderId } = await waiting();
    const choice = await rate(rpc, orderId);
    const before = await available();
    for (const call of [preview, confirm]) await expect(call(rpc, choice)).rejects.toMatchObject(WAITS);
    const error = (await confirm(rpc, choice).catch((thrown: unknown) => thrown)) as DomainError;
    expect(wordNeutrally(error)).toBe(
      "The void of this order's label is waiting for the carrier. Nothing was charged.",
    );
    expect(await available()).toBe(before);
  });

  test('the label is not marked printed, no e-mail is sent, and no pickup can have its order [MCP-S68]', async () => {
    const printed = await buy({ company: 'SBX_VOID_PENDING' });
    await mark(printed.orderId);
    expect(await eligible()).toEqual([printed.orderId]);
    await voidNow(printed.orderId);
    expect(await eligible()).toEqual([]);
    expect(await assign(printed.orderId)).toEqual([]);

    const { orderId } = await waiting();
    for (const really of [false, true]) {
      expect(await mark(orderId, really)).toMatchObject({
        orders: [],
        emailsQueued: 0,
        skipped: [{ orderId, failure: { reason: 'void_pending' } }],
      });
    }
    expect((await shipping.getOrder(orderId)).status).toBe('PrintLabel');
  });

  test('an order in a pickup leaves it, and is in it again when the carrier refuses', async () => {
    const { orderId } = await buy(REFUSING);
    await mark(orderId);
    expect(await assign(orderId)).toEqual([orderId]);
    const under = async () =>
      (await shipping.orders.listPickupOrders({ accountId: ACCOUNT, pickupIds: [9] })).pickups;
    await voidNow(orderId);
    expect(await under()).toEqual([{ pickupId: 9, orderIds: [], voidPendingIds: [orderId] }]);
    await settle(shipping, orderId, 'done');
    expect(await under()).toEqual([{ pickupId: 9, orderIds: [orderId], voidPendingIds: [] }]);
    expect((await shipping.getOrder(orderId)).status).toBe('WaitingForPickup');
  });

  test('the order can be neither canceled nor changed', async () => {
    const { orderId } = await waiting();
    for (const call of [previewCancel, cancel]) await expect(call(orderId)).rejects.toMatchObject(WAITS);
    const change = { accountId: ACCOUNT, orderId, weightOz: 3 } as Parameters<
      typeof shipping.orders.updateOrder
    >[0];
    await expect(shipping.orders.updateOrder(change)).rejects.toMatchObject(WAITS);
    expect((await shipping.getOrder(orderId)).status).toBe('PrintLabel');
    await settle(shipping, orderId, 'refund_due');
    expect(await cancel(orderId)).toMatchObject({ order: { status: 'Deleted' } });
  });

  test('the links of the label are refused, during the void and after it, and the receipt stays', async () => {
    const { orderId, label } = await waiting();
    const links = [label.labelUrl, label.rawLabelUrl].filter((url) => url !== undefined);
    for (const url of links)
      await expect(file(url)).rejects.toMatchObject({ reason: 'label_file_void_pending' });
    await settle(shipping, orderId, 'refund_due');
    for (const url of links) await expect(file(url)).rejects.toMatchObject({ reason: 'label_file_voided' });
    expect((await file(label.receiptUrl)).contentType).toBe('application/pdf');
  });

  test('the recipient sees that the void is pending', async () => {
    const { label } = await waiting();
    const { trackingNumber } = label;
    expect(await rpc.trackShipment({ trackingNumber })).toMatchObject({
      status: 'PrintLabel',
      voidPending: true,
    });
  });

  test('a refusal by the carrier leaves the label unchanged: it can be printed, picked up and voided again', async () => {
    const { orderId, label } = await waiting(REFUSING);
    await settle(shipping, orderId, 'done');
    expect((await shipping.getOrder(orderId)).label).toEqual(label);
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture']);
    expect((await confirm(rpc, await rate(rpc, orderId))).chargedNow).toBe(false);
    expect((await file(label.labelUrl)).contentType).toBe('application/pdf');
    expect((await mark(orderId)).orders).toHaveLength(1);
    expect(await voidNow(orderId)).toMatchObject({ carrierAccepted: false, begunNow: true });
    expect((await shipping.getOrder(orderId)).label).toEqual({ ...label, pendingVoid: expect.any(Number) });
  });

  /**
   * Starts a process that reads the order's purchase and then waits. The process continues only after another call has
   * requested a void and the carrier has refused it.
   */
  const processOvertakenByAnotherVoid = async (
    orderId: number,
    act: (client: ShippingClient) => Promise<unknown>,
  ) => {
    let hasRead: () => void = () => undefined;
    let release: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { rpc: slow } = await shipping.startProcess({
      mongo: (mongo) => ({
        ...mongo,
        db: wrapCollection(mongo.db, 'purchases', (method, call) =>
          method === 'findOne'
            ? async (...inputs) => {
                const purchase = await call(...inputs);
                hasRead();
                await held;
                return purchase;
              }
            : call,
        ),
      }),
    });
    const late = act(slow).catch((error: unknown) => error);
    await reading;
    const { rpc: refused } = await shipping.startProcess({
      carriers: (sandbox) =>
        createCarrierRegistry(
          sandbox.all.map((carrier) => ({
            ...carrier,
            void: async () => {
              throw new CarrierRefused(carrier.code, 'NOT_NOW', 'Not now');
            },
          })),
        ),
    });
    await expect(voidNow(orderId, refused)).rejects.toMatchObject(NOT_NOW);
    release();
    return late;
  };

  test('a void that is late behind another gets that refusal, and the order can be voided again', async () => {
    const { orderId, label } = await buy({ company: 'SBX_VOID_PENDING' });
    const late = await processOvertakenByAnotherVoid(orderId, (slow) => voidNow(orderId, slow));
    expect(await latestPurchase(shipping, orderId)).toMatchObject({ state: 'done' });
    expect(late).toMatchObject(NOT_NOW);
    expect((await shipping.getOrder(orderId)).label).toEqual(label);
    expect(await voidNow(orderId)).toMatchObject({ carrierAccepted: false, begunNow: true });
    expect((await shipping.getOrder(orderId)).label).toEqual({ ...label, pendingVoid: expect.any(Number) });
  });

  test('a cancellation whose void is late behind another keeps the label and shows the refusal', async () => {
    const { orderId, label } = await buy({ company: 'SBX_VOID_PENDING' });
    expect(await processOvertakenByAnotherVoid(orderId, (slow) => cancel(orderId, slow))).toMatchObject({
      order: { status: 'Deleted', label },
      labelVoided: false,
      refundBegunCents: 0,
      note: 'The order is canceled, but its label could not be voided and is not refunded: Not now',
    });
    expect(await latestPurchase(shipping, orderId)).toMatchObject({ state: 'done' });
  });

  test('a late report of a refused void to its order changes nothing', async () => {
    const { orderId, label } = await waiting(REFUSING);
    const number = (await shipping.getOrder(orderId)).label?.pendingVoid ?? 0;
    await settle(shipping, orderId, 'done');
    const late = { accountId: ACCOUNT, orderId, purchaseId: label.purchaseId, number };
    await shipping.orders.noteVoidRequested(late);
    expect((await shipping.getOrder(orderId)).label).toEqual(label);
    await shipping.orders.noteVoidRefused(late);
    expect((await shipping.getOrder(orderId)).label).toEqual(label);
  });

  test('a crash after the refusal and before it is stored leaves the label unchanged', async () => {
    const { orderId, label } = await buy({ company: 'SBX_VOID_REJECTED' });
    const doomed = processCrashingAt('void-2-refused');
    const { rpc: dying, stop } = await shipping.startProcess(doomed);
    await voidNow(orderId, dying).catch(() => undefined);
    await stop();
    shipping.clock.advance(LEASE_MS);
    await eventually(async () => expect(await stateOf(orderId)).toBe('done'));
    expect((await shipping.getOrder(orderId)).label).toEqual(label);
  });

  test('an order with a void, a print mark and a pickup at once is in no pickup and is not marked again', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { orderId } = await buy({ company: 'SBX_VOID_PENDING' });
      const [voided, marked, assigned] = await Promise.all([
        voidNow(orderId),
        mark(orderId),
        mark(orderId).then(() => assign(orderId)),
      ]);
      expect(voided.carrierAccepted).toBe(false);
      expect(marked.orders.length + marked.skipped.length).toBe(1);
      expect(await eligible()).toEqual([]);
      const { pickups } = await shipping.orders.listPickupOrders({ accountId: ACCOUNT, pickupIds: [9] });
      expect(pickups.flatMap(({ orderIds }) => orderIds)).toEqual([]);
      expect(pickups.flatMap(({ voidPendingIds }) => voidPendingIds)).toEqual(assigned);
      await settle(shipping, orderId, 'refunded');
      const { status, pickupId } = await shipping.getOrder(orderId);
      expect([status, pickupId]).toEqual(['ChooseShipping', undefined]);
    }
  });
});

describe('cancel_order', () => {
  test('without a label changes nothing in a preview and cancels with a confirm, also when it is repeated [MCP-O21]', async () => {
    const order = await shipping.createOrder();
    expect(await previewCancel(order.orderId)).toEqual({
      order,
      labelWillBeVoided: false,
      refundExpectedCents: 0,
      refundPendingCents: 0,
      refundedCents: 0,
      feeKeptCents: 0,
    });
    expect(await shipping.getOrder(order.orderId)).toEqual(order);
    const expected = {
      labelVoided: false,
      note: 'The order is canceled. It had no label, so there is no postage to give back.',
      order: { status: 'Deleted' },
    };
    expect(await cancel(order.orderId)).toMatchObject(expected);
    expect(await cancel(order.orderId)).toMatchObject({
      ...expected,
      note: 'The order was canceled already. It had no label, so there is no postage to give back.',
    });
  });

  test('with a label voids it and cancels, and the refund follows, also when it is repeated [MCP-O21]', async () => {
    const start = await available();
    const { orderId, label } = await buy();
    expect(await previewCancel(orderId)).toMatchObject({
      labelWillBeVoided: true,
      refundExpectedCents: label.costCents - FEE,
    });
    expect(await carrierStatus(label.purchaseId)).toBe('purchased');
    const money = `$${((label.costCents - FEE) / 100).toFixed(2)}`;
    expect(await cancel(orderId)).toMatchObject({
      order: { status: 'Deleted' },
      labelVoided: true,
      note: `The order is canceled and its label is void. ${money} will be refunded to the postage balance.`,
    });
    expect(await cancel(orderId)).toMatchObject({
      order: { status: 'Deleted' },
      labelVoided: true,
      note: `The order was canceled already and its label is void. ${money} of an earlier void is on its way to the postage balance.`,
    });
    await settle(shipping, orderId, 'refunded');
    expect(await available()).toBe(start - FEE);
    expect(await cancel(orderId)).toMatchObject({ labelVoided: true });
    expect((await shipping.getOrder(orderId)).status).toBe('Deleted');
  });

  test('after a void shows the same refund in preview and confirm, and none in the preview after it was refunded', async () => {
    const { orderId, label } = await buy();
    await voidNow(orderId);
    const refund = label.costCents - FEE;
    expect(await previewCancel(orderId)).toMatchObject({ refundExpectedCents: refund });
    expect(await cancel(orderId)).toMatchObject({
      labelVoided: true,
      note: `The order is canceled. Its label was voided before. $${(refund / 100).toFixed(2)} of an earlier void is on its way to the postage balance.`,
    });
    await settle(shipping, orderId, 'refunded');
    expect(await previewCancel(orderId)).toMatchObject({ refundExpectedCents: 0 });
    expect(await cancel(orderId)).toMatchObject({
      labelVoided: true,
      note: expect.stringContaining('was refunded'),
    });
  });

  test('of an order with a new label after a void counts each refund once, in preview, confirm and repeat [MCP-S44]', async () => {
    const start = await available();
    const { orderId, label: first } = await buy();
    await voidNow(orderId);
    const { label } = await confirm(rpc, await rate(rpc, orderId));
    const earlier = first.costCents - FEE;
    const refund = (label?.costCents ?? 0) - FEE;
    expect(await previewCancel(orderId)).toMatchObject({
      labelWillBeVoided: true,
      refundExpectedCents: earlier + refund,
      refundPendingCents: earlier,
      refundedCents: 0,
      feeKeptCents: FEE,
    });
    const both = { refundStatus: 'pending', refundAmountCents: earlier + refund };
    expect(await cancel(orderId)).toMatchObject({ ...both, refundBegunCents: refund });
    expect(await cancel(orderId)).toMatchObject({ ...both, refundBegunCents: 0 });
    await settle(shipping, orderId, 'refunded');
    expect(await available()).toBe(start - 2 * FEE);
    expect(await cancel(orderId)).toMatchObject({ refundStatus: 'refunded', refundBegunCents: 0 });
  });

  test("with a label that cannot be voided keeps it paid, and the note has the carrier's message [MCP-O21]", async () => {
    const { orderId } = await buy({ company: 'SBX_VOID_REJECTED' });
    expect(await cancel(orderId)).toMatchObject({
      order: { status: 'Deleted' },
      labelVoided: false,
      note: expect.stringContaining('presented for payment (SBX-2001)'),
    });
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture']);
  });

  test('with a carrier that accepts later cancels the order now, and it stays canceled when the label is cleared', async () => {
    const start = await available();
    const { orderId } = await buy({ company: 'SBX_VOID_PENDING' });
    expect(await cancel(orderId)).toMatchObject({
      labelVoided: false,
      note: expect.stringContaining('has not accepted'),
    });
    await settle(shipping, orderId, 'refunded');
    const order = await shipping.getOrder(orderId);
    expect([order.status, order.label]).toEqual(['Deleted', undefined]);
    expect(await available()).toBe(start - FEE);
  });

  test('is refused when only the carrier knows that the parcel is in transit', async () => {
    const { orderId } = await buy();
    await scanAtCarrierOnly(orderId);
    await expect(cancel(orderId)).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'order_shipped',
      params: { orderId, statusLabel: 'In transit', act: 'canceled' },
    });
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture']);
  });

  test('is completed by a repeat after a crash between void and cancellation', async () => {
    const start = await available();
    const { orderId } = await buy();
    const doomed = processCrashingAt('void-3-cleared');
    const { rpc: dying, stop } = await shipping.startProcess(doomed);
    await expect(cancel(orderId, dying)).rejects.toBeDefined();
    await stop();
    // The carrier has accepted the void, but this service has not got the answer yet.
    await expect(cancel(orderId)).rejects.toMatchObject({ reason: 'void_pending' });
    shipping.clock.advance(LEASE_MS);
    await eventually(async () => expect(await stateOf(orderId)).toBe('refund_due'));
    expect(await cancel(orderId)).toMatchObject({
      order: { status: 'Deleted' },
      note: expect.stringContaining('The order is canceled. Its label was voided before. $'),
    });
    await settle(shipping, orderId, 'refunded');
    expect(await available()).toBe(start - FEE);
    expect(await kindsOf(orderId)).toEqual(['hold', 'capture', 'refund']);
  });
});
