import { createBatchLoader } from '@parcelyard/service-kit/batch-loader';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { AccountStore } from './account-store';
import type { PurchaseChargeStore, PurchasesOf } from './purchase-charge-store';
import type { RechargeStore } from './recharge-store';

interface Stores {
  readonly accounts: AccountStore;
  readonly purchaseCharges: PurchaseChargeStore;
  readonly recharges: RechargeStore;
}

/**
 * What a hold reads before it is judged, for all accounts that ask at one time in one command for each collection. A read begins
 * after it was asked for, as it does alone.
 */
export function shareReads({ accounts, purchaseCharges, recharges }: Stores): Stores {
  const limits = { maxBatch: 100, maxInFlight: 1 };
  const account = createBatchLoader({ send: accounts.findEach, ...limits });
  const active = createBatchLoader({ send: recharges.findEachActive, ...limits });
  const bought = createBatchLoader({ send: purchaseCharges.findAllOfEach, ...limits });
  return {
    accounts: { ...accounts, find: (accountId: AccountId) => account(accountId) },
    recharges: { ...recharges, findActive: (accountId: AccountId) => active(accountId) },
    purchaseCharges: {
      ...purchaseCharges,
      findAll: (accountId: AccountId, ids: PurchasesOf['ids']) => bought({ accountId, ids }),
    },
  };
}
