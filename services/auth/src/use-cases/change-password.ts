import type { ChangePasswordRequest, SignInResponse } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { normalizeEmail, parsePassword } from '../domain/credentials';
import { getAccount } from './create-account';
import { openSession } from './sessions';
import { checkPassword, quotaUsedUp, type SignInPorts } from './sign-in';

/**
 * Sets a new password, ends every session of the account and opens a new session. A wrong current password counts as a
 * failed sign-in.
 * @throws DomainError invalid_argument naming `new_password` or `present_password`; not_found for the account
 */
export async function changePassword(
  ports: SignInPorts,
  { accountId, presentPassword, newPassword, ip }: ChangePasswordRequest,
  signal?: AbortSignal,
): Promise<SignInResponse> {
  const { accounts, sessions, attempt } = ports;
  const { email } = await getAccount(ports, { accountId });
  const password = parsePassword(newPassword, 'new_password');
  const outcome = await attempt(
    normalizeEmail(email),
    ip,
    async (work) => ({
      ...(await checkPassword(ports, work, email, presentPassword)),
      newHash: await work.hash(password),
    }),
    signal,
  ).catch(namingTheField);
  if (!('passed' in outcome)) return quotaUsedUp(outcome.retryAfterMs);
  const { account, epoch, newHash } = outcome.passed;
  // The same write increments the account's epoch. A session with the old epoch is invalid, even if it is saved after
  // this write.
  if (!(await accounts.replacePassword(accountId, epoch, newHash))) throw wrongPassword();
  await sessions.removeAll(accountId);
  return { outcome: { $case: 'session', session: await openSession(ports, account, epoch + 1) } };
}

function namingTheField(error: unknown): never {
  if (error instanceof DomainError && error.code === 'unauthenticated') throw wrongPassword();
  throw error;
}

const wrongPassword = () =>
  new DomainError('invalid_argument', 'password_wrong', {}, { field: 'present_password' });
