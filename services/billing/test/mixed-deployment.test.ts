import { aHold, type BillingUnderTest, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

const purposes = (id: string) =>
  t.database.db.collection<{ _id: string }>('purchases').countDocuments({ _id: id });

describe('a database that the version before wrote to', () => {
  test('has a document of every held purchase for an hour, so that its replicas can release it', async () => {
    const accountId = await t.anAccount({ balance: 10_000 });
    await t.billing.hold(aHold(accountId, 'pur_1_1'));
    expect(await purposes('pur_1_1')).toBe(0);

    await t.database.db.collection('migrations').deleteMany({});
    const first = await t.anotherProcess();
    const second = await t.anotherProcess();
    await first.hold(aHold(accountId, 'pur_2_1'));
    await second.hold(aHold(accountId, 'pur_3_1'));
    expect([await purposes('pur_2_1'), await purposes('pur_3_1')]).toEqual([1, 1]);
    await second.release({ accountId, purchaseId: 'pur_2_1' });
    expect(await t.billing.getBalance({ accountId })).toMatchObject({ heldCents: 2060 });

    t.clock.advance(3_600_001);
    await first.hold(aHold(accountId, 'pur_4_1'));
    expect(await purposes('pur_4_1')).toBe(0);
    await first.release({ accountId, purchaseId: 'pur_3_1' });
    expect((await t.billing.getEntitlements({ accountId })).shipmentsUsed).toBe(2);
  });
});
