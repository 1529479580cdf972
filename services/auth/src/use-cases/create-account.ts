import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { parseEmail } from '../domain/email';
import { parsePassword } from '../domain/password';
import type { Account, Accounts, Passwords } from '../ports';

export interface NewAccount {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  company: string;
}

interface Dependencies {
  accounts: Accounts;
  passwords: Passwords;
  clock: Clock;
}

/** @throws DomainError invalid_argument for a bad e-mail address or password, already_exists for one in use */
export const createAccount =
  ({ accounts, passwords, clock }: Dependencies) =>
  async (request: NewAccount): Promise<Account> => {
    const email = parseEmail(request.email);
    const passwordHash = await passwords.hash(parsePassword(request.password));
    const account: Account = {
      accountId: await accounts.nextId(),
      email,
      firstName: request.firstName.trim(),
      lastName: request.lastName.trim(),
      company: request.company.trim(),
      createdAt: clock.now(),
    };
    if (!(await accounts.insert(account, passwordHash))) {
      throw new DomainError('already_exists', 'An account with this e-mail address exists already.', {
        field: 'email',
      });
    }
    return account;
  };
