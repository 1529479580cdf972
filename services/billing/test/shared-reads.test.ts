import { cents } from '@parcelyard/money/cents';
import { accountId } from '@parcelyard/service-kit/ids';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createAccountStore } from '../src/adapters/mongo/account-store';
import { createPurchaseChargeStore } from '../src/adapters/mongo/purchase-charge-store';
import { createRechargeStore, leasedRecharges } from '../src/adapters/mongo/recharge-store';
import { shareReads } from '../src/adapters/mongo/shared-reads';
import { billingMonth } from '../src/domain/billing-month';

describe('accounts that are read together', () => {
  let database: TestDatabase;
  const clock = new FakeClock();
  const now = clock.now();
  const [ada, ben, eve] = [accountId(1), accountId(2), accountId(3)];

  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());

  it('each get their own plan, purchase charges and recharge', async () => {
    const stores = {
      accounts: createAccountStore(database.db),
      purchaseCharges: createPurchaseChargeStore(database.db),
      recharges: createRechargeStore(leasedRecharges(database.db, clock)),
    };
    const money = { postage: cents(500), insurance: cents(0), fee: cents(0), batch: false };
    const purchase = (id: string, of: typeof ada) => ({
      ...money,
      id,
      accountId: of,
      state: 'open' as const,
      month: billingMonth(now).key,
    });
    await stores.accounts.setPlan(ada, 'enterprise', now);
    await stores.accounts.setPlan(ben, 'starter', now);
    await stores.purchaseCharges.insert(purchase('pur_1', ada), now);
    await stores.purchaseCharges.insert(purchase('pur_2', ben), now);
    await stores.recharges.insert({
      reference: 'r_pur_2_1',
      accountId: ben,
      purposeId: 'pur_2',
      attempt: 1,
      amount: cents(2_000),
      paymentMethod: 'card',
      state: 'claimed',
      createdAt: now,
    });
    const shared = shareReads(stores);
    const readBy = (one: typeof stores) =>
      Promise.all(
        [ada, ben, eve, ada].map((account) =>
          Promise.all([
            one.accounts.find(account),
            one.recharges.findActive(account),
            one.purchaseCharges.findAll(account, ['pur_1', 'pur_2']),
          ]),
        ),
      );
    const seen = await readBy(shared);
    expect(seen).toEqual(await readBy(stores));
    expect(seen.map(([, active, bought]) => [active?.purposeId, bought.map(({ id }) => id)])).toEqual([
      [undefined, ['pur_1']],
      ['pur_2', ['pur_2']],
      [undefined, []],
      [undefined, ['pur_1']],
    ]);
  });
});
