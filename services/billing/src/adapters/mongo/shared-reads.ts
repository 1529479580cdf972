import type { AccountId } from '@parcelyard/service-kit/ids';
import { joinAccounts } from '@parcelyard/service-kit/join-accounts';
import type { AccountStore } from './account-store';
import type { PurchaseChargeStore, PurchasesOf } from './purchase-charge-store';
import type { RechargeStore } from './recharge-store';

interface Stores {
  readonly accounts: AccountStore;
  readonly purchaseCharges: PurchaseChargeStore;
  readonly recharges: RechargeStore;
}

/**
 * Returns stores that combine the reads of many accounts into one command per collection, because purchases of many
 * accounts often read the same collections at the same time. A command is sent only after all of its reads were
 * requested. So no purchase gets data that is older than its own request.
 */
export function shareReads({ accounts, purchaseCharges, recharges }: Stores): Stores {
  const limits = { maxBatch: 100, repeats: true };
  const ownId = (accountId: AccountId) => accountId;
  const account = joinAccounts({ send: accounts.findEach, accountOf: ownId, ...limits });
  const active = joinAccounts({ send: recharges.findEachActive, accountOf: ownId, ...limits });
  const bought = joinAccounts({
    send: purchaseCharges.findAllOfEach,
    accountOf: ({ accountId }: PurchasesOf) => accountId,
    ...limits,
  });
  return {
    accounts: { ...accounts, find: (accountId: AccountId) => account(accountId) },
    recharges: { ...recharges, findActive: (accountId: AccountId) => active(accountId) },
    purchaseCharges: {
      ...purchaseCharges,
      findAll: (accountId: AccountId, ids: PurchasesOf['ids']) => bought({ accountId, ids }),
    },
  };
}
