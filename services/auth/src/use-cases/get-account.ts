import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Account, Accounts } from '../ports';

/** @throws DomainError not_found */
export const getAccount =
  ({ accounts }: { accounts: Accounts }) =>
  async (accountId: AccountId): Promise<Account> => {
    const account = await accounts.find(accountId);
    if (!account) throw DomainError.text('not_found', `Account ${accountId} was not found.`);
    return account;
  };
