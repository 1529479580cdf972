import { DomainError } from '@parcelyard/service-kit/domain-error';
import { normalizeEmail } from '../domain/email';
import { normalizePassword } from '../domain/password';
import type { Account, Accounts, Passwords } from '../ports';

interface Dependencies {
  accounts: Accounts;
  passwords: Passwords;
}

/** @throws DomainError unauthenticated, the same in words and work for an unknown address and a wrong password */
export const verifyPassword =
  ({ accounts, passwords }: Dependencies) =>
  async (email: string, password: string): Promise<Account> => {
    const credentials = await accounts.findCredentials(normalizeEmail(email));
    const matches = await passwords.matches(normalizePassword(password), credentials?.passwordHash);
    if (!credentials || !matches) {
      throw new DomainError('unauthenticated', 'E-mail address or password is wrong.');
    }
    return credentials.account;
  };
