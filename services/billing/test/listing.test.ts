import { aHold, type BillingUnderTest, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
  for (let account = 0; account < 3; account += 1) {
    const accountId = await t.anAccount({ autoRecharge: 2000 });
    for (let n = 0; n < 4; n += 1) await t.billing.hold(aHold(accountId, `pur_${accountId}${n}_1`));
  }
});
afterAll(() => t.stop());

describe('billing lists', () => {
  test('every transfer of every account, page by page, each once and in order', async () => {
    const seen: string[] = [];
    let after = { afterAccountId: 0, afterSeq: 0 };
    for (;;) {
      const { transfers } = await t.billing.listTransfers({ accountId: 0, ...after, limit: 4 });
      const last = transfers.at(-1);
      if (!last) break;
      expect(transfers.length).toBeLessThanOrEqual(4);
      seen.push(...transfers.map(({ accountId, seq }) => `${accountId}:${seq}`));
      after = { afterAccountId: last.accountId, afterSeq: last.seq };
    }
    expect(seen).toEqual(
      [1, 2, 3].flatMap((accountId) => [1, 2, 3, 4, 5, 6].map((seq) => `${accountId}:${seq}`)),
    );
  });

  test('one account alone', async () => {
    const { transfers } = await t.billing.listTransfers({
      accountId: 2,
      afterAccountId: 2,
      afterSeq: 4,
      limit: 0,
    });
    expect(transfers.map(({ accountId, seq }) => [accountId, seq])).toEqual([
      [2, 5],
      [2, 6],
    ]);
    expect(transfers[0]).toMatchObject({ lines: expect.any(Array), at: t.clock.now() });
  });

  test("the gateway's charges of one account or of all accounts, page by page", async () => {
    const { charges } = await t.billing.listGatewayCharges({ accountId: 0, afterReference: '', limit: 4 });
    const rest = await t.billing.listGatewayCharges({
      accountId: 0,
      afterReference: charges.at(-1)?.reference ?? '',
      limit: 0,
    });
    const references = [...charges, ...rest.charges].map(({ reference }) => reference);
    expect(references).toHaveLength(6);
    expect(new Set(references).size).toBe(6);
    const mine = await t.billing.listGatewayCharges({ accountId: 2, afterReference: '', limit: 0 });
    expect(mine.charges).toHaveLength(2);
    for (const charge of mine.charges) {
      expect(charge).toMatchObject({ accountId: 2, amountCents: 2000, status: 'succeeded' });
    }
  });
});

test('everything with queries that use an index', async () => {
  const queries: [string, object, Record<string, 1 | -1>?][] = [
    ['transfers', { accountId: 1 }, { seq: -1 }],
    ['transfers', { _id: 'hold:pur_10_1', accountId: 1 }],
    ['transfers', { accountId: 1, resolves: 'hold:pur_10_1' }],
    ['transfers', { accountId: 1, seq: { $gt: 2 } }, { accountId: 1, seq: 1 }],
    ['transfers', { accountId: { $gt: 1 } }, { accountId: 1, seq: 1 }],
    ['recharges', { accountId: 1, purposeId: 'pur_10_1' }, { attempt: -1 }],
    ['recharges', { accountId: 1, active: true }],
    ['recharges', { dueAt: { $lte: new Date() } }, { dueAt: 1 }],
    ['sandbox_gateway_charges', { accountId: 1, _id: { $gt: '' } }, { accountId: 1, _id: 1 }],
    ['sandbox_gateway_charges', { _id: { $gt: '' } }, { _id: 1 }],
    ['transfers', { _id: { $in: ['hold:pur_10_1', 'release:pur_10_1'] }, accountId: 1 }],
    ['transfers', { accountId: 1, seq: { $lte: 5 } }, { seq: -1 }],
    ['referral_credits', { accountId: 1 }],
  ];
  for (const [collection, filter, sort] of queries) {
    const plan = await t.database.db
      .collection(collection)
      .find(filter)
      .sort(sort ?? {})
      .explain('queryPlanner');
    const text = JSON.stringify(plan.queryPlanner.winningPlan);
    expect(`${collection} ${JSON.stringify(filter)}: ${text}`).toMatch(/IXSCAN|IDHACK|CLUSTERED/);
    expect(text).not.toMatch(/"SORT"/);
  }
});
