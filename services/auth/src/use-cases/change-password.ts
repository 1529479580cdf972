import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { normalizeEmail } from '../domain/email';
import { parsePassword } from '../domain/password';
import type { Accounts, Passwords } from '../ports';
import { attemptSignIn } from './attempt-sign-in';
import { getAccount } from './get-account';
import { openSession } from './open-session';
import type { SignInDependencies, SignInOutcome } from './sign-in';

interface Dependencies extends SignInDependencies {
  accounts: Accounts;
  passwords: Passwords;
}

/**
 * Sets a new password and ends every session of the account, whoever holds them; the answer is a new one. A wrong
 * present password counts as a failed sign-in.
 * @throws DomainError invalid_argument naming `new_password` or `present_password`; not_found for the account
 */
export const changePassword =
  (dependencies: Dependencies) =>
  async (
    accountId: AccountId,
    presentPassword: string,
    newPassword: string,
    ip: string,
  ): Promise<SignInOutcome> => {
    const { accounts, passwords, sessions, verifyPassword } = dependencies;
    const { email } = await getAccount(dependencies)(accountId);
    const passwordHash = await passwords.hash(parsePassword(newPassword, 'new_password'));
    const outcome = await attemptSignIn(dependencies)(normalizeEmail(email), ip, () =>
      verifyPassword(email, presentPassword).catch(namingTheField),
    );
    if (!('account' in outcome)) return outcome;
    await accounts.setPassword(accountId, passwordHash);
    // After the password, so that nobody signs in with the old one in between and stays.
    await sessions.removeAll(accountId);
    return { session: await openSession(dependencies)(outcome.account) };
  };

function namingTheField(error: unknown): never {
  if (error instanceof DomainError && error.code === 'unauthenticated') {
    throw new DomainError('invalid_argument', 'present_password is wrong.', { field: 'present_password' });
  }
  throw error;
}
