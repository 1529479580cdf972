import fc from 'fast-check';
import { auditLedger } from './support/audit-ledger';
import { type Billing, type BillingUnderTest, startBilling } from './support/start-billing';

let t: BillingUnderTest;
let processes: Billing[];
beforeAll(async () => {
  t = await startBilling();
  processes = [t.billing, await t.anotherProcess()];
});
afterAll(() => t.stop());

const CREDITED = 50_000;
const CHARGE = { postageCents: 700, insuranceCents: 100 };
const FEE = 30;

type Act = 'hold' | 'capture' | 'release' | 'refund' | 'scan' | 'plan' | 'claim' | 'redeem';
const acts = fc.constantFrom<Act>('hold', 'capture', 'release', 'refund', 'scan', 'plan', 'claim', 'redeem');
const steps = fc.array(
  fc.record({ act: acts, purchase: fc.nat(2), process: fc.nat(1), twice: fc.boolean() }),
  { minLength: 5, maxLength: 40 },
);

/** One call of a user who tries to get money without paying. The service may refuse the call. */
async function call(billing: Billing, accountId: number, act: Act, purchase: number): Promise<void> {
  const purchaseId = `pur_${accountId}${purchase}_1`;
  const ref = { accountId, purchaseId };
  const calls: Record<Act, () => Promise<unknown>> = {
    hold: () => billing.hold({ ...ref, ...CHARGE, batch: false }),
    capture: () => billing.capture(ref),
    release: () => billing.release(ref),
    refund: () => billing.refund(ref),
    scan: () => billing.noteScan(ref),
    plan: () => billing.changePlan({ accountId, plan: purchase === 0 ? 'growth' : 'enterprise' }),
    claim: () =>
      billing.claimMarketingEmails({ accountId, key: `campaign:${purchase}`, count: purchase + 1 }),
    redeem: () => billing.redeemReferralCredit({ accountId, confirm: true }),
  };
  await calls[act]().catch(() => undefined);
}

test('no sequence of repeated calls from two processes creates money, a shipment, an e-mail or a credit', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const referrer = await t.anAccount();
      const { code } = await t.billing.getReferrals({ accountId: referrer });
      const accountId = await t.anAccount({ plan: 'growth', balance: CREDITED });
      await t.billing.recordReferral({ code, accountId, name: '' });
      for (const { act, purchase, process, twice } of script) {
        const asked = twice ? processes : [processes[process] as Billing];
        await Promise.all(asked.map((billing) => call(billing, accountId, act, purchase)));
      }

      const transfers = await auditLedger(t.billing, accountId);
      const of = (kind: string) =>
        transfers.filter((transfer) => transfer.kind === kind && transfer.lines.length > 0).length;
      const [holds, captures, releases, refunds] = ['hold', 'capture', 'release', 'refund'].map(of) as [
        number,
        number,
        number,
        number,
      ];
      const price = CHARGE.postageCents + CHARGE.insuranceCents;
      const open = holds - captures - releases;
      expect(await t.billing.getBalance({ accountId })).toMatchObject({
        availableCents: CREDITED - (captures + open) * (price + FEE) + refunds * price,
        heldCents: open * (price + FEE),
      });
      expect(refunds).toBeLessThanOrEqual(captures);

      const claimed = new Set(script.filter(({ act }) => act === 'claim').map(({ purchase }) => purchase));
      const { shipmentsUsed, marketingEmailsUsed } = await t.billing.getEntitlements({ accountId });
      expect(shipmentsUsed).toBe(captures + open);
      expect(marketingEmailsUsed).toBe([...claimed].reduce((sum, purchase) => sum + purchase + 1, 0));

      const { availableCents, referrals } = await t.billing.getReferrals({ accountId: referrer });
      expect([0, 1000]).toContain(availableCents);
      expect(availableCents).toBe(referrals[0]?.creditCents);
      if (!script.some(({ act }) => act === 'scan') || captures === 0) expect(availableCents).toBe(0);
    }),
    { numRuns: Number(process.env.RUNS ?? 25) },
  );
});
