import { cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { type AccountId, accountId } from '@parcelyard/service-kit/ids';
import { KeyedMutex } from '@parcelyard/service-kit/keyed-mutex';
import { eventually } from '@parcelyard/testing/eventually';
import { jitteredBackoff } from '../src/adapters/jittered-backoff';
import { createAccountStore } from '../src/adapters/mongo/account-store';
import { createDeclineStore } from '../src/adapters/mongo/decline-store';
import { createLedgerStore } from '../src/adapters/mongo/ledger-store';
import { createPurchaseChargeStore } from '../src/adapters/mongo/purchase-charge-store';
import { createRechargeStore, leasedRecharges } from '../src/adapters/mongo/recharge-store';
import { createSandboxGateway } from '../src/adapters/payments/sandbox-gateway';
import type { Recharge } from '../src/domain/recharge';
import type { BillingPorts } from '../src/ports';
import { AccountAppendQueue } from '../src/use-cases/account-append-queue';
import { rechargeForBatch } from '../src/use-cases/recharge-for-batch';
import { auditLedger } from './support/audit-ledger';
import { aHold, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

const aBatchRecharge = (accountId: number, postageCents: number, key = 'bat_1') => ({
  accountId,
  key,
  postageCents,
  insuranceCents: 0,
});
const charges = async (accountId: number) =>
  (await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 })).charges.map(
    ({ status, amountCents }) => [status, amountCents],
  );

const settling = async (accountId: number) =>
  (await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 })).charges.map(
    (charge) => charge.settling,
  );

describe('a batch whose balance falls short', () => {
  test('is recharged once, by the larger of auto-recharge amount and shortfall', async () => {
    for (const [autoRecharge, expected] of [
      [10_000, 10_000],
      [2_500, 6_900],
    ] as const) {
      const accountId = await t.anAccount({ balance: 100, autoRecharge });
      expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 7_000))).toEqual({
        rechargedCents: expected,
      });
      expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 100 + expected });
      await auditLedger(t.billing, accountId);
    }
  });

  test('includes insurance and no pay-as-you-go fee: at 0.01 the recharge is the shortfall, at least a dollar', async () => {
    const accountId = await t.anAccount({ balance: 500, autoRecharge: 1 });
    const insured = { ...aBatchRecharge(accountId, 550), insuranceCents: 100 };
    expect(await t.billing.rechargeForBatch(insured)).toMatchObject({ rechargedCents: 150 });
    expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 651, 'bat_2'))).toMatchObject({
      rechargedCents: 100,
    });
  });

  test('is refused at auto-recharge 0, and can be recharged with the same key after auto-recharge is on', async () => {
    const accountId = await t.anAccount({ balance: 100 });
    await expect(t.billing.rechargeForBatch(aBatchRecharge(accountId, 700))).rejects.toMatchObject({
      code: 'payment_required',
      reason: 'insufficient_balance',
      params: { chargeCents: 700, balanceCents: 100, shortage: 'auto_recharge_off' },
    });
    await t.billing.updateAccount({ accountId, autoRechargeCents: 1000, idempotencyKey: '' });
    expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 700))).toMatchObject({
      rechargedCents: 1000,
    });
  });

  test('is refused with the reason of a declined card, and the next call tries again', async () => {
    const accountId = await t.anAccount({ autoRecharge: 1000, paymentMethod: 'sandbox_declined' });
    await expect(t.billing.rechargeForBatch(aBatchRecharge(accountId, 700))).rejects.toMatchObject({
      code: 'payment_required',
      reason: 'payment_declined',
      params: { words: 'Your card was declined.' },
    });
    await t.billing.updateAccount({ accountId, paymentMethod: 'sandbox_ok', idempotencyKey: '' });
    expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 700))).toMatchObject({
      rechargedCents: 1000,
    });
    expect(await charges(accountId)).toEqual([
      ['declined', 1000],
      ['succeeded', 1000],
    ]);
  });
});

describe('a repeated recharge for a batch', () => {
  test('returns the first recharge and charges nothing, also after labels of the batch were bought', async () => {
    const accountId = await t.anAccount({ autoRecharge: 1 });
    expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 2000))).toMatchObject({
      rechargedCents: 2000,
    });
    await t.billing.hold({ ...aHold(accountId, 'pur_100_1', 1500), batch: true });
    expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 2000))).toMatchObject({
      rechargedCents: 2000,
    });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ availableCents: 500 });
    expect(await charges(accountId)).toEqual([['succeeded', 2000]]);
  });

  test('charges nothing for a batch that the balance covered at first, also when the balance is short later', async () => {
    const accountId = await t.anAccount({ balance: 2000, autoRecharge: 5000 });
    for (const bought of [false, true]) {
      if (bought) await t.billing.hold({ ...aHold(accountId, 'pur_110_1', 1500), batch: true });
      expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 2000))).toMatchObject({
        rechargedCents: 0,
      });
    }
    expect(await charges(accountId)).toEqual([]);
  });

  test('is separate for each account and each key', async () => {
    const [one, two] = [await t.anAccount({ autoRecharge: 1 }), await t.anAccount({ autoRecharge: 1 })];
    for (const accountId of [one, two]) {
      expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 700))).toMatchObject({
        rechargedCents: 700,
      });
    }
    expect(await t.billing.rechargeForBatch(aBatchRecharge(one, 900, 'bat_2'))).toMatchObject({
      rechargedCents: 200,
    });
  });

  test('charges the payment method once when many come at once through several processes', async () => {
    const other = await t.anotherProcess();
    for (let round = 1; round <= 5; round += 1) {
      const accountId = await t.anAccount({ autoRecharge: 1, balance: 50 });
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, n) =>
          (n % 2 ? t.billing : other).rechargeForBatch(aBatchRecharge(accountId, 700)),
        ),
      );
      for (const { rechargedCents } of answers) expect(rechargedCents).toBe(650);
      expect(await charges(accountId)).toEqual([['succeeded', 650]]);
      await auditLedger(t.billing, accountId);
    }
  });
});

describe('recharges for several batches at once', () => {
  test('make one recharge when it covers them all', async () => {
    const processes = [t.billing, await t.anotherProcess(), await t.anotherProcess()];
    for (let round = 1; round <= 12; round += 1) {
      const accountId = await t.anAccount({ autoRecharge: 2500 });
      const answers = await Promise.all(
        processes.map((one, n) => one.rechargeForBatch(aBatchRecharge(accountId, 700, `bat_${n}`))),
      );
      const recharged = answers.map(({ rechargedCents }) => rechargedCents);
      expect(recharged.toSorted((a, b) => a - b)).toEqual([0, 0, 2500]);
      expect(await charges(accountId)).toEqual([['succeeded', 2500]]);
    }
  });
});

test('a credit that arrives between the balance check and the recharge prevents the recharge', async () => {
  const account = accountId(await t.anAccount({ autoRecharge: 2500 }));
  const { db } = t.database;
  const recharges = createRechargeStore(leasedRecharges(db, t.clock));
  let came = false;
  const appendPorts = {
    ledger: createLedgerStore(db),
    accounts: createAccountStore(db),
    clock: t.clock,
    purchaseCharges: createPurchaseChargeStore(db),
    recharges,
    backoff: jitteredBackoff,
    declines: createDeclineStore(db),
  };
  const ports = {
    ...appendPorts,
    gateway: createSandboxGateway(db, t.clock, () => undefined),
    money: { sandbox: true, mayMix: false },
    random: () => '1',
    holdMutex: new KeyedMutex<AccountId>(),
    appendQueue: new AccountAppendQueue(appendPorts),
    failPoint: () => undefined,
    recharges: {
      ...recharges,
      insert: async (recharge: Recharge) => {
        if (!came) {
          await t.billing.addBalance({ accountId: account, amountCents: 700, idempotencyKey: 'late' });
          came = true;
        }
        return recharges.insert(recharge);
      },
    },
  } as unknown as BillingPorts;
  const answer = await rechargeForBatch(ports, aBatchRecharge(account, 700), new AbortController().signal);
  expect([answer, await charges(account)]).toEqual([{ rechargedCents: 0 }, []]);
});

describe('a recharge for a batch and purchases', () => {
  test('at once are all paid, and each purchase recharges what it still needs after the batch', async () => {
    const other = await t.anotherProcess();
    const accountId = await t.anAccount({ autoRecharge: 1 });
    const [recharge] = await Promise.all([
      t.billing.rechargeForBatch(aBatchRecharge(accountId, 700)),
      ...Array.from({ length: 6 }, (_, n) =>
        (n % 2 ? t.billing : other).hold(aHold(accountId, `pur_2${n}_1`)),
      ),
    ]);
    const paid = (await charges(accountId)).map(([, amount]) => Number(amount));
    expect([0, ...paid]).toContain(recharge.rechargedCents);
    await auditLedger(t.billing, accountId);
    expect(await t.billing.getBalance({ accountId })).toMatchObject({
      heldCents: 6 * 1030,
      availableCents: sumCents(...paid.map(cents)) - 6 * 1030,
    });
  });
});

describe('a crash after the gateway charged for a batch', () => {
  test('is resumed with the same key, which is charged once', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const doomed = await t.anotherProcess(crashAt('recharge-charged'));
    await expect(doomed.rechargeForBatch(aBatchRecharge(accountId, 700))).rejects.toMatchObject({
      code: 'internal',
    });
    expect(await settling(accountId)).toEqual([true]);
    expect(await t.billing.rechargeForBatch(aBatchRecharge(accountId, 700))).toMatchObject({
      rechargedCents: 2500,
    });
    expect(await settling(accountId)).toEqual([false]);
    await auditLedger(t.billing, accountId);
  });

  test('does not stop the purchases of the account, and the worker completes the recharge', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const doomed = await t.anotherProcess(crashAt('recharge-charged'));
    await expect(doomed.rechargeForBatch(aBatchRecharge(accountId, 700))).rejects.toMatchObject({
      code: 'internal',
    });
    expect(await t.billing.hold(aHold(accountId, 'pur_300_1'))).toMatchObject({ rechargedCents: 0 });
    await expect(doomed.rechargeForBatch(aBatchRecharge(accountId, 5_000, 'bat_2'))).rejects.toMatchObject({
      code: 'internal',
    });
    t.clock.advance(30_000);
    await eventually(async () => {
      expect((await auditLedger(t.billing, accountId)).map(({ kind }) => kind)).toEqual([
        'recharge',
        'hold',
        'recharge',
      ]);
    });
  });
});
