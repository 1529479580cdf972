import type { ChangePasswordRequest, SignInResponse } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PasswordWork } from '../adapters/crypto/argon2-passwords';
import type { Credentials } from '../adapters/mongo/account-store';
import { normalizeEmail, parsePassword } from '../domain/credentials';
import { getAccount } from './create-account';
import { openSession } from './sessions';
import { checkPassword, quotaUsedUp, type SignInPorts } from './sign-in';

/**
 * Sets a new password, ends every session of the account and opens a new session. A wrong current password counts as a
 * failed sign-in. If the account has the new password already, the call is repeated, as after a second click: it only
 * opens a session. If it has another password, this check counts as a second failed sign-in.
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
  const attempting = <T>(check: (work: PasswordWork) => Promise<T>) =>
    attempt(normalizeEmail(email), ip, check, signal);
  const outcome = await attempting(async (work): Promise<Checked> => {
    const credentials = await checkPassword(ports, work, email, presentPassword);
    return { ...credentials, newHash: await work.hash(password) };
  })
    .catch((error: unknown) => {
      if (!isWrongPassword(error)) throw error;
      // This is an attempt of its own, so that each password that a caller tries is counted.
      return attempting<Checked>((work) => checkPassword(ports, work, email, newPassword));
    })
    .catch(namingTheField);
  if (!('passed' in outcome)) return quotaUsedUp(outcome.retryAfterMs);
  const { account, epoch, newHash } = outcome.passed;
  const answer = async (at: number): Promise<SignInResponse> => ({
    outcome: { $case: 'session', session: await openSession(ports, account, at) },
  });
  if (newHash === undefined) return answer(epoch);
  // The same write increments the account's epoch. A session with the old epoch is invalid, even if it is saved after
  // this write.
  if (!(await accounts.replacePassword(accountId, epoch, newHash))) {
    // Another call changed the password meanwhile, perhaps the same call.
    return changePassword(ports, { accountId, presentPassword, newPassword, ip }, signal);
  }
  await sessions.removeThrough(accountId, epoch);
  return answer(epoch + 1);
}

/** `newHash` is absent when the account has the new password already. */
type Checked = Credentials & { newHash?: string };

const isWrongPassword = (error: unknown) => error instanceof DomainError && error.code === 'unauthenticated';

function namingTheField(error: unknown): never {
  if (isWrongPassword(error)) throw wrongPassword();
  throw error;
}

const wrongPassword = () =>
  new DomainError('invalid_argument', 'password_wrong', {}, { field: 'present_password' });
