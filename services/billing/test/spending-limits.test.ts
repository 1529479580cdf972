import { ConnectionKind } from '@parcelyard/contracts/common';
import { addDays } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn, startOfDay } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { spendingDay } from '../src/domain/spending';
import { auditLedger } from './support/audit-ledger';
import { highestSpent, spentOn } from './support/recompute-spending';
import { aHold, type Billing, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let t: BillingUnderTest;
let other: Billing;
beforeAll(async () => {
  t = await startBilling();
  other = await t.anotherProcess();
});
afterAll(() => t.stop());

interface Limits {
  perLabelCents?: number;
  perDayCents?: number;
  askAboveCents?: number;
}

/** Creates an account that does not pay as it goes, so its labels have no fee. */
async function anOwner(token: Limits, settings: { balance?: number; app?: Limits } = {}): Promise<number> {
  const { balance = 1_000_000, app } = settings;
  const accountId = await t.anAccount({ balance, autoRecharge: 1500 });
  await t.billing.setSpendingLimits({ accountId, token, app });
  return accountId;
}

const spending = (orderId: number, more: Partial<Spending> = {}): Spending => ({
  connectionKind: ConnectionKind.TOKEN,
  orderIds: [orderId],
  approvalId: '',
  dearestCents: 0,
  reservation: '',
  ...more,
});
type Spending = NonNullable<Parameters<Billing['hold']>[0]['spending']>;

let orders = 0;
function aSpend(accountId: number, cents: number, more: Partial<Spending> = {}) {
  orders += 1;
  const orderId = 50_000 + orders;
  return { ...aHold(accountId, `pur_${orderId}_1`, cents), spending: spending(orderId, more) };
}

const spentToday = async (accountId: number, kind: 'token' | 'app' = 'token') =>
  (await t.billing.getSpendingLimits({ accountId }))[kind]?.spentTodayCents;

const today = () => spendingDay(t.clock.now(), DEFAULT_TIME_ZONE);
const transfersOf = async (accountId: number) =>
  (await t.billing.listTransfers({ accountId, afterAccountId: 0, afterSeq: 0, limit: 0 })).transfers;

describe('a limit for a label', () => {
  test('refuses a more expensive label with its reason, and charges neither balance nor card', async () => {
    const accountId = await anOwner({ perLabelCents: 5000 }, { balance: 0 });
    await expect(t.billing.hold(aSpend(accountId, 5001))).rejects.toMatchObject({
      code: 'resource_exhausted',
      reason: 'label_limit_passed',
      params: { limitCents: 5000, batch: false },
    });
    expect(await transfersOf(accountId)).toEqual([]);
    const { charges } = await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 });
    expect(charges).toEqual([]);
    await t.billing.hold(aSpend(accountId, 5000));
  });

  test('includes insurance and fee', async () => {
    const accountId = await anOwner({ perLabelCents: 5000 });
    await expect(t.billing.hold({ ...aSpend(accountId, 4950), insuranceCents: 51 })).rejects.toMatchObject({
      reason: 'label_limit_passed',
    });
    await t.billing.hold({ ...aSpend(accountId, 4950), insuranceCents: 50 });
  });

  test('is off when it is 0 or not set, and changes separately from the day limit', async () => {
    const accountId = await anOwner({ perLabelCents: 100, perDayCents: 700 });
    const set = await t.billing.setSpendingLimits({
      accountId,
      token: { perLabelCents: 0 },
      app: undefined,
    });
    expect(set).toEqual({ token: { perDayCents: 700, spentTodayCents: 0 }, app: { spentTodayCents: 0 } });
    await t.billing.hold(aSpend(accountId, 700));
  });

  test('replaces only the limits that the owner saw', async () => {
    const accountId = await anOwner({ perLabelCents: 100 });
    const change = (to: Limits, seen: Limits) => {
      const replaces = { token: { ...seen, spentTodayCents: 0 }, app: undefined };
      return t.billing.setSpendingLimits({ accountId, token: to, app: undefined, replaces });
    };
    await change({ perLabelCents: 300, perDayCents: 900 }, { perLabelCents: 100 });
    const changed = { code: 'conflict', reason: 'limits_changed_meanwhile' };
    await expect(change({ perLabelCents: 200 }, { perLabelCents: 100 })).rejects.toMatchObject(changed);
    await expect(change({ perLabelCents: 200 }, { perLabelCents: 300 })).rejects.toMatchObject(changed);
    const { token } = await t.billing.getSpendingLimits({ accountId });
    expect(token).toEqual({ perLabelCents: 300, perDayCents: 900, spentTodayCents: 0 });
    await change({ perLabelCents: 0, perDayCents: 0 }, { perLabelCents: 300, perDayCents: 900 });
    await change({ perLabelCents: 50 }, {});
    // The same call again, as after a lost answer.
    await change({ perLabelCents: 50 }, {});
    expect((await t.billing.getSpendingLimits({ accountId })).token).toMatchObject({ perLabelCents: 50 });
  });
});

describe('a limit for a day', () => {
  test('is never passed by a cent when 100 confirms come at once through two processes, between releases and captures [MCP-W7]', async () => {
    const accountId = await anOwner({ perDayCents: 20_000 });
    const through = (n: number) => (n % 2 === 0 ? t.billing : other);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const hold = { ...aSpend(accountId, 500 + ((n * 37) % 400)), insuranceCents: n % 3 === 0 ? 100 : 0 };
        const { purchaseId } = hold;
        try {
          await through(n).hold(hold);
        } catch (error) {
          return error as { reason: string; params: { leftCents: number } };
        }
        if (n % 5 === 0) await through(n + 1).release({ accountId, purchaseId });
        else if (n % 2 === 0)
          await through(n + 1).capture({ accountId, purchaseId, withoutInsurance: n % 4 === 0 });
        return 'held';
      }),
    );
    const refused = outcomes.filter((outcome) => outcome !== 'held');
    expect(refused.length).toBeGreaterThan(40);
    for (const { reason, params } of refused) {
      expect(reason).toBe('day_limit_passed');
      expect(params.leftCents).toBeLessThan(1000);
    }
    const transfers = await auditLedger(t.billing, accountId);
    const highest = highestSpent(transfers, 'token').get(today()) as number;
    expect(highest).toBeLessThanOrEqual(20_000);
    expect(highest).toBeGreaterThan(20_000 - 1000);
    expect(await spentToday(accountId)).toBe(spentOn(transfers, today(), 'token'));
  });

  test('shows the rest; a release adds to the rest and a void does not [MCP-W8]', async () => {
    const accountId = await anOwner({ perDayCents: 5000 });
    const [kept, given] = [aSpend(accountId, 3000), aSpend(accountId, 1500)];
    await t.billing.hold(kept);
    await t.billing.hold(given);
    await expect(t.billing.hold(aSpend(accountId, 501))).rejects.toMatchObject({
      reason: 'day_limit_passed',
      params: { limitCents: 5000, leftCents: 500, batch: false },
    });
    await t.billing.release({ accountId, purchaseId: given.purchaseId });
    expect(await spentToday(accountId)).toBe(3000);
    await t.billing.capture({ accountId, purchaseId: kept.purchaseId });
    await t.billing.refund({ accountId, purchaseId: kept.purchaseId });
    expect(await spentToday(accountId)).toBe(3000);
    await expect(t.billing.hold(aSpend(accountId, 2001))).rejects.toMatchObject({
      params: { leftCents: 2000 },
    });
  });

  test('does not count a premium that is not charged', async () => {
    const accountId = await anOwner({ perDayCents: 5000 });
    const hold = { ...aSpend(accountId, 3000), insuranceCents: 200 };
    await t.billing.hold(hold);
    expect(await spentToday(accountId)).toBe(3200);
    await t.billing.capture({ accountId, purchaseId: hold.purchaseId, withoutInsurance: true });
    expect(await spentToday(accountId)).toBe(3000);
  });

  test('returns the first hold for a repeat, also when the day is used up meanwhile', async () => {
    const accountId = await anOwner({ perDayCents: 1000 });
    const hold = aSpend(accountId, 1000);
    const first = await t.billing.hold(hold);
    expect(await other.hold(hold)).toEqual(first);
    expect(await spentToday(accountId)).toBe(1000);
  });

  test('is separate for connected apps and for the access token', async () => {
    const accountId = await anOwner(
      { perDayCents: 1000 },
      { app: { perDayCents: 2000, perLabelCents: 1500 } },
    );
    const byApp = (cents: number) => aSpend(accountId, cents, { connectionKind: ConnectionKind.APP });
    await t.billing.hold(aSpend(accountId, 1000));
    await t.billing.hold(byApp(1500));
    await expect(t.billing.hold(aSpend(accountId, 1))).rejects.toMatchObject({ params: { leftCents: 0 } });
    await expect(t.billing.hold(byApp(501))).rejects.toMatchObject({ params: { leftCents: 500 } });
    await expect(t.billing.hold(byApp(1501))).rejects.toMatchObject({ reason: 'label_limit_passed' });
    expect(await spentToday(accountId, 'token')).toBe(1000);
    expect(await spentToday(accountId, 'app')).toBe(1500);
  });

  test.each([DEFAULT_TIME_ZONE, 'UTC', 'Asia/Kolkata'])(
    'starts again at midnight in %s, and a late release does not change the new day',
    async (timeZone) => {
      const accountId = await anOwner({ perDayCents: 1000 });
      const inZone = { timeZone };
      const [before, after] = [aSpend(accountId, 1000, inZone), aSpend(accountId, 900, inZone)];
      const spentToday = async () =>
        (await t.billing.getBalance({ accountId, timeZone })).limits?.token?.spentTodayCents;
      await t.billing.hold(before);
      const midnight = startOfDay(addDays(dayIn(t.clock.now(), timeZone), 1), timeZone);
      t.clock.advance(midnight.getTime() - t.clock.now().getTime() - 1);
      await expect(t.billing.hold(after)).rejects.toMatchObject({ reason: 'day_limit_passed' });
      t.clock.advance(1);
      expect(await spentToday()).toBe(0);
      await t.billing.hold(after);
      await t.billing.release({ accountId, purchaseId: before.purchaseId });
      expect(await spentToday()).toBe(900);
      await auditLedger(t.billing, accountId);
    },
  );

  test('stays used after a change of the time zone, until the day is over', async () => {
    const accountId = await anOwner({ perDayCents: 1000 });
    const inZone = (timeZone: string) => ({ timeZone });
    await t.billing.hold(aSpend(accountId, 800, inZone('America/Chicago')));
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin']) {
      const refused = aSpend(accountId, 201, inZone(timeZone));
      await expect(t.billing.hold(refused)).rejects.toMatchObject({ params: { leftCents: 200 } });
      const { token } = await t.billing.getSpendingLimits({ accountId, timeZone });
      expect(token?.spentTodayCents).toBe(800);
    }
    await t.billing.hold(aSpend(accountId, 50, inZone('Pacific/Kiritimati')));
    await t.billing.hold(aSpend(accountId, 50, inZone('Pacific/Pago_Pago')));
    const { token } = await t.billing.getSpendingLimits({ accountId, timeZone: 'Europe/Berlin' });
    expect(token?.spentTodayCents).toBe(900);
    await auditLedger(t.billing, accountId);
  });

  test('counts a purchase during its recharge, so that no card is charged for a refused label', async () => {
    const accountId = await anOwner({ perDayCents: 1000 }, { balance: 500 });
    const [dear, cheap] = [aSpend(accountId, 800), aSpend(accountId, 300)];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      t.gateway.beforeCharge = () => {
        resolve();
        return released;
      };
    });
    const recharged = t.billing.hold(dear);
    await arrived;
    await expect(other.hold(cheap)).rejects.toMatchObject({
      reason: 'day_limit_passed',
      params: { leftCents: 200 },
    });
    release();
    expect(await recharged).toMatchObject({ totalCents: 800, rechargedCents: 1500 });
    t.gateway.beforeCharge = async () => undefined;
    await auditLedger(t.billing, accountId);
  });

  test('counts a hold once after a crash and a repeat', async () => {
    const accountId = await anOwner({ perDayCents: 1000 });
    const crashing = await t.anotherProcess(crashAt('hold-entered'));
    const hold = aSpend(accountId, 600);
    await expect(crashing.hold(hold)).rejects.toThrow();
    expect(await spentToday(accountId)).toBe(600);
    await other.hold(hold);
    expect(await spentToday(accountId)).toBe(600);
  });
});

describe('a preview', () => {
  const preview = (accountId: number, postageCents: number) =>
    t.billing.previewCharge({
      accountId,
      postageCents,
      insuranceCents: 0,
      batch: false,
      spending: spending(77),
    });

  test('shows the refusal that a confirm would get', async () => {
    const accountId = await anOwner({ perLabelCents: 500, perDayCents: 900 });
    expect((await preview(accountId, 501)).refusal?.reason).toBe('label_limit_passed');
    await t.billing.hold(aSpend(accountId, 450));
    expect((await preview(accountId, 451)).refusal?.reason).toBe('day_limit_passed');
    expect((await preview(accountId, 450)).refusal).toBeUndefined();
  });

  test('says that a confirm would need an approval, and creates none', async () => {
    const accountId = await anOwner({ askAboveCents: 500 });
    const { approval, refusal } = await preview(accountId, 501);
    expect(approval?.reason).toBe('approval_foreseen');
    expect(refusal).toBeUndefined();
    expect((await preview(accountId, 500)).approval).toBeUndefined();
    expect(await t.database.db.collection('approvals').countDocuments({ accountId })).toBe(0);
  });
});

describe('a batch', () => {
  const aBatch = (accountId: number, cents: number, more: Partial<Spending> = {}) => {
    orders += 1;
    return {
      accountId,
      key: `batch_${orders}`,
      postageCents: cents,
      insuranceCents: 0,
      spending: spending(1, { orderIds: [1, 2, 3], dearestCents: Math.ceil(cents / 3), ...more }),
    };
  };
  const anItem = (accountId: number, reservation: string, cents: number) => ({
    ...aSpend(accountId, cents, { reservation }),
    batch: true,
  });

  test('reserves its total before anything is bought, and its labels are not counted again', async () => {
    const accountId = await anOwner({ perDayCents: 1000, perLabelCents: 400 });
    const batch = aBatch(accountId, 900);
    await t.billing.reserveSpending(batch);
    await other.reserveSpending(batch);
    expect(await spentToday(accountId)).toBe(900);
    await expect(t.billing.reserveSpending(aBatch(accountId, 101))).rejects.toMatchObject({
      reason: 'day_limit_passed',
      params: { leftCents: 100, batch: true },
    });
    const item = anItem(accountId, batch.key, 300);
    await t.billing.hold(item);
    await t.billing.hold(anItem(accountId, batch.key, 300));
    expect(await spentToday(accountId)).toBe(900);
    // The carrier refused one label. The label's part of the reservation is returned when the reservation ends.
    await t.billing.release({ accountId, purchaseId: item.purchaseId });
    expect(await spentToday(accountId)).toBe(900);
    await t.billing.endReservation({ accountId, key: batch.key });
    await other.endReservation({ accountId, key: batch.key });
    expect(await spentToday(accountId)).toBe(300);
    highestSpent(await auditLedger(t.billing, accountId), 'token');
  });

  test('is refused when its most expensive label is above the limit', async () => {
    const accountId = await anOwner({ perLabelCents: 400 });
    const batch = aBatch(accountId, 900, { dearestCents: 401 });
    await expect(t.billing.reserveSpending(batch)).rejects.toMatchObject({
      reason: 'label_limit_passed',
      params: { limitCents: 400, batch: true },
    });
  });

  test('uses at most its reservation, and further labels are counted separately', async () => {
    const accountId = await anOwner({ perDayCents: 1000 });
    const batch = aBatch(accountId, 900);
    await t.billing.reserveSpending(batch);
    await t.billing.hold(anItem(accountId, batch.key, 600));
    await expect(t.billing.hold(anItem(accountId, batch.key, 301))).rejects.toMatchObject({
      params: { leftCents: 100 },
    });
    await t.billing.hold(anItem(accountId, batch.key, 300));
  });

  test('cannot pay for a label of another account from its reservation', async () => {
    const [mine, foreign] = [await anOwner({ perDayCents: 1000 }), await anOwner({ perDayCents: 100 })];
    const batch = aBatch(mine, 900);
    await t.billing.reserveSpending(batch);
    await expect(t.billing.hold(anItem(foreign, batch.key, 101))).rejects.toMatchObject({
      reason: 'day_limit_passed',
    });
  });

  test('cannot reserve after its reservation has ended', async () => {
    const accountId = await anOwner({ perDayCents: 1000 });
    const batch = aBatch(accountId, 900);
    await t.billing.endReservation({ accountId, key: batch.key });
    await expect(other.reserveSpending(batch)).rejects.toMatchObject({ reason: 'reservation_ended' });
    expect(await spentToday(accountId)).toBe(0);
    const late = aBatch(accountId, 900);
    await t.billing.reserveSpending(late);
    await t.billing.endReservation({ accountId, key: late.key });
    // The reservation with this key was made and ended before. A repeated call succeeds and reserves nothing more.
    await other.reserveSpending(late);
    expect(await spentToday(accountId)).toBe(0);
    await auditLedger(t.billing, accountId);
  });

  test('counts a label that is held after its end separately, and a release too', async () => {
    const accountId = await anOwner({ perDayCents: 1000 });
    const batch = aBatch(accountId, 900);
    await t.billing.reserveSpending(batch);
    const early = anItem(accountId, batch.key, 300);
    await t.billing.hold(early);
    await t.billing.endReservation({ accountId, key: batch.key });
    await t.billing.hold(anItem(accountId, batch.key, 200));
    expect(await spentToday(accountId)).toBe(500);
    await t.billing.release({ accountId, purchaseId: early.purchaseId });
    expect(await spentToday(accountId)).toBe(200);
    highestSpent(await auditLedger(t.billing, accountId), 'token');
  });

  test('is completed by a repeat after a crash at each step', async () => {
    const accountId = await anOwner({ perDayCents: 1000 });
    const batch = aBatch(accountId, 900);
    const reserving = await t.anotherProcess(crashAt('spending-reserved'));
    await expect(reserving.reserveSpending(batch)).rejects.toThrow();
    await t.billing.reserveSpending(batch);
    expect(await spentToday(accountId)).toBe(900);
    const ending = await t.anotherProcess(crashAt('reservation-ended'));
    await expect(ending.endReservation({ accountId, key: batch.key })).rejects.toThrow();
    await t.billing.endReservation({ accountId, key: batch.key });
    expect(await spentToday(accountId)).toBe(0);
  });

  test('never passes the day limit when 20 batches and 40 labels come at once through two processes', async () => {
    const accountId = await anOwner({ perDayCents: 10_000 });
    await Promise.allSettled([
      ...Array.from({ length: 20 }, async (_, n) => {
        const through = n % 2 === 0 ? t.billing : other;
        const batch = aBatch(accountId, 1200);
        await through.reserveSpending(batch);
        const item = anItem(accountId, batch.key, 400);
        await through.hold(item);
        await other.hold(anItem(accountId, batch.key, 400));
        if (n % 3 === 0) await t.billing.release({ accountId, purchaseId: item.purchaseId });
        await other.endReservation({ accountId, key: batch.key });
      }),
      ...Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? t.billing : other).hold(aSpend(accountId, 450))),
    ]);
    const transfers = await auditLedger(t.billing, accountId);
    expect(highestSpent(transfers, 'token').get(today())).toBeLessThanOrEqual(10_000);
    expect(await spentToday(accountId)).toBe(spentOn(transfers, today(), 'token'));
  });

  test('that continues after midnight adds its rest to no day', async () => {
    const accountId = await anOwner({ perDayCents: 1000 });
    const batch = aBatch(accountId, 900);
    await t.billing.reserveSpending(batch);
    t.clock.advance(86_400_000);
    await t.billing.hold(anItem(accountId, batch.key, 300));
    await t.billing.hold(aSpend(accountId, 1000));
    await t.billing.endReservation({ accountId, key: batch.key });
    expect(await spentToday(accountId)).toBe(1000);
    highestSpent(await auditLedger(t.billing, accountId), 'token');
  });
});
