import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { normalizeEmail } from '../domain/email';
import { parsePassword } from '../domain/password';
import { getAccount } from './get-account';
import { openSession } from './open-session';
import type { SignInDependencies, SignInOutcome } from './sign-in';
import { checkPassword } from './verify-password';

/**
 * Sets a new password and ends every session of the account, whoever holds them; the answer is a new one. A wrong
 * present password counts as a failed sign-in.
 * @throws DomainError invalid_argument naming `new_password` or `present_password`; not_found for the account
 */
export const changePassword =
  (dependencies: SignInDependencies) =>
  async (
    accountId: AccountId,
    presentPassword: string,
    newPassword: string,
    ip: string,
    signal?: AbortSignal,
  ): Promise<SignInOutcome> => {
    const { accounts, sessions, attempt } = dependencies;
    const { email } = await getAccount(dependencies)(accountId);
    const wanted = parsePassword(newPassword, 'new_password');
    const check = checkPassword(dependencies);
    const outcome = await attempt(
      normalizeEmail(email),
      ip,
      async (work) => ({
        ...(await check(work, email, presentPassword)),
        passwordHash: await work.hash(wanted),
      }),
      signal,
    ).catch(namingTheField);
    if (!('passed' in outcome)) return outcome;
    const { account, epoch, passwordHash } = outcome.passed;
    // The next epoch begins by the same write: a session of this one is over, even when it is written down later.
    if (!(await accounts.replacePassword(accountId, epoch, passwordHash))) throw wrongPassword();
    await sessions.removeAll(accountId);
    return { session: await openSession(dependencies)(account, epoch + 1) };
  };

function namingTheField(error: unknown): never {
  if (error instanceof DomainError && error.code === 'unauthenticated') throw wrongPassword();
  throw error;
}

const wrongPassword = () =>
  DomainError.text('invalid_argument', 'present_password is wrong.', { field: 'present_password' });
