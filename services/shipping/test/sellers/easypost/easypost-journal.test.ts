import { database, double, easypost, purchase, useEasypost, usps } from './use-easypost';

useEasypost();

describe("the list of EasyPost's sales", () => {
  const sold = async (accountId: number, after = '') =>
    (await easypost.journal.list({ accountId, after, limit: 1_000 })).entries.map(
      ({ accountId: owner, reference, carrier, chargedCents, status }) =>
        [owner, reference, carrier, chargedCents, status] as const,
    );

  it('has the sales with our references, page by page, with their accounts', async () => {
    double.settings.pageSize = 2;
    for (const [accountId, order] of [
      [1, 1001],
      [2, 1002],
      [1, 1003],
    ] as const) {
      await usps.buy(purchase({ accountId, reference: `pur_${order}_1_a${accountId}_5eed` }));
    }
    await usps.void({ accountId: 2, reference: 'pur_1002_1_a2_5eed' });
    const first = await easypost.journal.list({ accountId: 0, after: '', limit: 1_000 });
    expect(first.entries).toHaveLength(2);
    expect(await sold(0, first.next)).toEqual([[1, 'pur_1001_1_a1_5eed', 'usps', 745, 'purchased']]);
    expect(await sold(2)).toEqual([[2, 'pur_1002_1_a2_5eed', 'usps', 745, 'void_pending']]);
    expect((await easypost.journal.list({ accountId: 0, after: first.next, limit: 1 })).next).toBe('');
  });

  it('has labels that a restored backup does not have, and leaves out sales of other systems', async () => {
    await usps.buy(purchase({ reference: 'pur_1001_1_a1_5eed' }));
    await usps.buy(purchase({ reference: 'by-hand' }));
    await database.db.collection('easypost_references').deleteMany({});
    await usps.buy(purchase({ reference: 'pur_1003_1_a1_5eed' }));
    expect(await sold(0)).toEqual([
      [1, 'pur_1003_1_a1_5eed', 'usps', 745, 'purchased'],
      [1, 'pur_1001_1_a1_5eed', 'usps', 745, 'purchased'],
    ]);
  });
});
