import { DomainError } from '@parcelyard/service-kit/domain-error';
import { normalizeEmail } from '../domain/email';
import { normalizePassword } from '../domain/password';
import type { Account, Accounts, Passwords, PasswordWork } from '../ports';

interface Dependencies {
  accounts: Accounts;
  passwords: Passwords;
}

/** Whose password it is, and which of theirs. */
export interface Verified {
  account: Account;
  epoch: number;
}

/** @throws DomainError unauthenticated, the same in words and work for an unknown address and a wrong password */
export const checkPassword =
  ({ accounts }: Pick<Dependencies, 'accounts'>) =>
  async (work: PasswordWork, email: string, password: string): Promise<Verified> => {
    const credentials = await accounts.findCredentials(normalizeEmail(email));
    const matches = await work.matches(normalizePassword(password), credentials?.passwordHash);
    if (!credentials || !matches) {
      throw DomainError.text('unauthenticated', 'E-mail address or password is wrong.');
    }
    return credentials;
  };

/** The same in a turn of its own, for callers who may be trusted with that: attempts are not counted. */
export const verifyPassword =
  ({ accounts, passwords }: Dependencies) =>
  async (email: string, password: string, signal?: AbortSignal): Promise<Account> => {
    const check = checkPassword({ accounts });
    return (await passwords.inTurn((work) => check(work, email, password), signal)).account;
  };
