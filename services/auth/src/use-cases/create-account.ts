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
  /** Whether the owner has to prove the address by a link; a new account is trusted otherwise. */
  unverified: boolean;
}

interface Dependencies {
  accounts: Accounts;
  passwords: Passwords;
  clock: Clock;
}

/** @throws DomainError invalid_argument for a bad e-mail address or password, already_exists for one in use */
export const createAccount =
  ({ accounts, passwords, clock }: Dependencies) =>
  async (request: NewAccount, signal?: AbortSignal): Promise<Account> => {
    const email = parseEmail(request.email);
    const password = parsePassword(request.password);
    // Before the look at the address, so that time does not tell which addresses have an account.
    const passwordHash = await passwords.inTurn((work) => work.hash(password), signal);
    const account: Account = {
      accountId: await accounts.nextId(),
      email,
      firstName: request.firstName.trim(),
      lastName: request.lastName.trim(),
      company: request.company.trim(),
      createdAt: clock.now(),
      addressVerified: !request.unverified,
    };
    if (!(await accounts.insert(account, passwordHash))) {
      throw DomainError.text('already_exists', 'An account with this e-mail address exists already.', {
        field: 'email',
      });
    }
    return account;
  };
