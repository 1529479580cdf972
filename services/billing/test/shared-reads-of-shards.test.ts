import { accountId } from '@parcelyard/service-kit/ids';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { type ShardedDatabase, startShardedDatabase } from '@parcelyard/testing/start-sharded-database';
import { createAccountStore } from '../src/adapters/mongo/account-store';
import { createPurchaseChargeStore } from '../src/adapters/mongo/purchase-charge-store';
import { createRechargeStore, leasedRecharges } from '../src/adapters/mongo/recharge-store';
import { shareReads } from '../src/adapters/mongo/shared-reads';

describe('while the shard of one account does not answer', () => {
  let database: ShardedDatabase;
  const [away, well] = [accountId(1), accountId(2)];
  beforeAll(async () => {
    database = await startShardedDatabase();
  });
  afterAll(() => database.close());

  it('reads for a hold of another account succeed at the same time', async () => {
    const { accounts, recharges, purchaseCharges } = shareReads({
      accounts: createAccountStore(database.db),
      purchaseCharges: createPurchaseChargeStore(database.db),
      recharges: createRechargeStore(leasedRecharges(database.db, new FakeClock())),
    });
    const readBy = (account: typeof away) =>
      Promise.all([
        accounts.find(account),
        recharges.findActive(account),
        purchaseCharges.findAll(account, ['pur_1']),
      ]);
    database.takeAway(away);
    const held = readBy(away);
    expect(await readBy(well)).toMatchObject([{ accountId: well }, undefined, []]);
    expect(await readBy(well)).toMatchObject([{ accountId: well }, undefined, []]);
    database.bringBack();
    expect(await held).toMatchObject([{ accountId: away }, undefined, []]);
  });
});
