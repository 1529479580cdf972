import { eventually } from '@parcelyard/testing/eventually';
import fc from 'fast-check';
import type { Seller } from '../src/domain/seller';
import * as easypostDouble from './sellers/easypost/start-easypost-double';
import * as shippoDouble from './sellers/shippo/start-shippo-double';
import { processCrashingAt } from './support/crash';
import { latestPurchase, settle } from './support/settle';
import { ACCOUNT, confirm, rate, type Shipping, startShipping } from './support/start-shipping';

/** The number of purchases. For a long test by hand, set it to 300. */
const PURCHASES = Number(process.env.PURCHASES ?? 8);

let shipping: Shipping;
let easypost: easypostDouble.EasypostDouble;
let shippo: shippoDouble.ShippoDouble;
beforeAll(async () => {
  [shipping, easypost, shippo] = await Promise.all([
    startShipping(),
    easypostDouble.startEasypostDouble(),
    shippoDouble.startShippoDouble(),
  ]);
});
afterAll(async () => {
  await shipping.close();
  await Promise.all([easypost.stop(), shippo.stop()]);
});

const BOTH: readonly Seller[] = ['easypost', 'shippo'];
/**
 * The values of `CARRIERS` with which a process may start. If two sellers have the same price, the first seller in the
 * list sells the label.
 */
const LIST = fc.constantFrom<readonly Seller[]>(BOTH, ['shippo', 'easypost'], ['easypost'], ['shippo']);
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
/** Time from the crash of a process to the start of the next. */
const PAUSE_MS = fc.constantFrom(13_000, 25_000, 3_600_000);

const configured = (CARRIERS: readonly Seller[]) => ({
  CARRIERS,
  EASYPOST_API_KEY: easypostDouble.API_KEY,
  EASYPOST_API_URL: easypost.url,
  SHIPPO_API_KEY: shippoDouble.API_KEY,
  SHIPPO_API_URL: shippo.url,
});

const purchases = () => shipping.db.collection<{ orderId: number; dueAt?: Date }>('purchases');

/** Runs a process with these sellers that crashes at this step, if the purchase reaches the step. */
async function liveAndDie(orderId: number, step: string, sellers: readonly Seller[]): Promise<void> {
  const doomed = processCrashingAt(step);
  const { stop } = await shipping.startProcess({ ...doomed, config: configured(sellers) });
  await eventually(async () => {
    if (doomed.isDead()) return;
    const now = shipping.clock.now();
    const due = await purchases().countDocuments({ accountId: ACCOUNT, orderId, dueAt: { $lte: now } });
    expect(due).toBe(0);
  });
  await stop();
}

const sold = (): Record<'easypost' | 'shippo', string[]> => ({
  easypost: [...easypost.shipments.values()]
    .filter(({ postage_label }) => postage_label)
    .map(({ tracking_code }) => String(tracking_code)),
  shippo: shippo.sold().map(({ tracking_number }) => String(tracking_number)),
});

test('each purchase has one label of its seller, or nothing, when processes are killed, answers lost and sellers removed', async () => {
  const kept: Record<'easypost' | 'shippo', string[]> = { easypost: [], shippo: [] };
  const story = fc.record({
    list: LIST,
    lost: fc.constantFrom(undefined, 'lost after' as const, 'lost before' as const),
    firstCrash: STEP,
    crashes: fc.array(fc.record({ step: STEP, pauseMs: PAUSE_MS, list: LIST }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(story, async ({ list, lost, firstCrash, crashes }) => {
      const before = await shipping.billing.getBalance({ accountId: ACCOUNT });
      const { orderId } = await shipping.createOrder();
      const buyer = await shipping.startProcess({
        ...processCrashingAt(firstCrash),
        config: configured(list),
      });
      const choice = await rate(buyer.rpc, orderId);
      if (lost && list[0] === 'easypost') easypost.mishap(easypostDouble.BUY, lost);
      if (lost && list[0] === 'shippo') shippo.mishap(shippoDouble.BUY, lost);
      await confirm(buyer.rpc, choice).catch(() => undefined);
      await buyer.stop();
      for (const { step, pauseMs, list: sellers } of crashes) {
        shipping.clock.advance(pauseMs);
        await liveAndDie(orderId, step, sellers);
      }

      const survivor = await shipping.startProcess({ config: configured(BOTH) });
      shipping.clock.advance(13_000);
      await settle(shipping, orderId, 'done', 'failed');
      await survivor.stop();

      const { label, lockedBy } = await shipping.getOrder(orderId);
      const purchase = await latestPurchase(shipping, orderId);
      const { seller } = (purchase as unknown as { terms: { seller: 'easypost' | 'shippo' } }).terms;
      const kinds = (await shipping.transfersOf(orderId)).map(({ kind }) => kind).sort();
      const after = await shipping.billing.getBalance({ accountId: ACCOUNT });
      expect({ seller, held: after.heldCents, lockedBy }).toEqual({
        seller: list[0],
        held: 0,
        lockedBy: undefined,
      });
      if (label) kept[seller].push(label.trackingNumber);
      const labels = sold();
      for (const name of ['easypost', 'shippo'] as const) {
        expect([...labels[name]].sort()).toEqual([...kept[name]].sort());
      }
      if (label) expect(kinds).toEqual(['capture', 'hold']);
      else expect(kinds).not.toContain('capture');
      const paid = label?.costCents ?? 0;
      expect(after.availableCents).toBe(before.availableCents - paid);
    }),
    { numRuns: PURCHASES, endOnFailure: true },
  );
});
