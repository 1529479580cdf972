import type { Cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { creditTransfer } from '../domain/transfers';
import { type AppendDependencies, appendTransfer } from './append-transfer';

/** Adds money by an operator's hand, without a card; once under a name. */
export const addBalance =
  (dependencies: AppendDependencies) =>
  async (accountId: AccountId, amount: Cents, name: string): Promise<void> => {
    await appendTransfer(dependencies)(accountId, () => creditTransfer(accountId, name, amount));
  };
