import { eventually } from '@parcelyard/testing/eventually';
import fc from 'fast-check';
import { processCrashingAt } from './support/crash';
import { settle } from './support/settle';
import { ACCOUNT, confirm, rate, type Shipping, startShipping } from './support/start-shipping';

let shipping: Shipping;
beforeAll(async () => {
  shipping = await startShipping();
});
afterAll(() => shipping.close());

const STEP = fc.constantFrom(
  'purchase-1-claimed',
  'purchase-2-locked',
  'purchase-3-held',
  'purchase-4-carrier-sent',
  'purchase-5-carrier-bought',
  'purchase-6-labelled',
  'purchase-7-attached',
  'purchase-8-captured',
  'purchase-9-done',
);
const COMPANY = fc.constantFrom('', 'SBX_DECLINE', 'SBX_TIMEOUT_AFTER_BUY', 'SBX_TIMEOUT_BEFORE_BUY');
/** Time from the crash of a process to the start of the next. */
const PAUSE_MS = fc.constantFrom(13_000, 25_000, 3_600_000);

const purchases = () => shipping.db.collection<{ orderId: number; state: string; dueAt?: Date }>('purchases');

/** Runs a process that crashes at this step, if the purchase reaches the step. */
async function crashAtStep(orderId: number, step: string): Promise<void> {
  const doomed = processCrashingAt(step);
  const { stop } = await shipping.startProcess(doomed);
  await eventually(async () => {
    if (doomed.isDead()) return;
    const now = shipping.clock.now();
    const due = await purchases().countDocuments({ accountId: ACCOUNT, orderId, dueAt: { $lte: now } });
    expect(due).toBe(0);
  });
  await stop();
}

test('each purchase ends with one label and one capture, or with nothing, when processes are killed at any point', async () => {
  const story = fc.record({
    company: COMPANY,
    firstCrash: STEP,
    crashes: fc.array(fc.record({ step: STEP, pauseMs: PAUSE_MS }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(story, async ({ company, firstCrash, crashes }) => {
      const before = await shipping.billing.getBalance({ accountId: ACCOUNT });
      const { orderId } = await shipping.createOrder({ company });
      const first = processCrashingAt(firstCrash);
      const buyer = await shipping.startProcess(first);
      const choice = await rate(buyer.rpc, orderId);
      await confirm(buyer.rpc, choice).catch(() => undefined);
      await buyer.stop();
      for (const { step, pauseMs } of crashes) {
        shipping.clock.advance(pauseMs);
        await crashAtStep(orderId, step);
      }

      const survivor = await shipping.startProcess();
      shipping.clock.advance(13_000);
      await settle(shipping, orderId, 'done', 'failed');
      const { entries } = await survivor.rpc.listSellerJournal({
        accountId: ACCOUNT,
        afterReference: '',
        limit: 0,
      });
      await survivor.stop();

      const order = await shipping.getOrder(orderId);
      const sold = entries.filter(({ reference }) => reference.startsWith(`pur_${orderId}_`));
      const kinds = (await shipping.transfersOf(orderId)).map(({ kind }) => kind).sort();
      const after = await shipping.billing.getBalance({ accountId: ACCOUNT });
      expect(after.heldCents).toBe(0);
      expect(order.lockedBy).toBeUndefined();
      if (order.label) {
        expect(sold).toMatchObject([{ trackingNumber: order.label.trackingNumber }]);
        expect(kinds).toEqual(['capture', 'hold']);
        expect(after.availableCents).toBe(before.availableCents - order.label.costCents);
      } else {
        expect(sold).toEqual([]);
        expect(kinds).not.toContain('capture');
        expect(after.availableCents).toBe(before.availableCents);
      }
    }),
    { numRuns: 25 },
  );
});
