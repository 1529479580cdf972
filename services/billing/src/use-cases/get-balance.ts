import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Accounts, Ledger } from '../ports';

export interface BalanceView {
  available: Cents;
  held: Cents;
  autoRecharge: Cents;
}

interface Dependencies {
  ledger: Ledger;
  accounts: Accounts;
}

/** The end of the ledger, which is the only place that knows a balance, with what recharges it. */
export const getBalance =
  ({ ledger, accounts }: Dependencies) =>
  async (accountId: AccountId): Promise<BalanceView> => {
    const [{ available, held }, { autoRecharge }] = await Promise.all([
      ledger.position(accountId),
      accounts.find(accountId),
    ]);
    return { available, held, autoRecharge };
  };
