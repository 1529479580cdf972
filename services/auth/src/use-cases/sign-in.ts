import type {
  Account,
  SignInRequest,
  SignInResponse,
  VerifyPasswordRequest,
} from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Passwords, PasswordWork } from '../adapters/crypto/argon2-passwords';
import type { AccountStore, Credentials } from '../adapters/mongo/account-store';
import { normalizeEmail, normalizePassword } from '../domain/credentials';
import type { AttemptSignIn } from './attempt-sign-in';
import { openSession, type SessionPorts } from './sessions';

export interface SignInPorts extends SessionPorts {
  readonly attempt: AttemptSignIn;
}

/**
 * Opens a session with a new token if the password is right.
 * @throws DomainError unauthenticated, in the same words for every cause
 */
export async function signIn(
  ports: SignInPorts,
  { email, password, ip }: SignInRequest,
  signal?: AbortSignal,
): Promise<SignInResponse> {
  const outcome = await ports.attempt(
    normalizeEmail(email),
    ip,
    (work) => checkPassword(ports, work, email, password),
    signal,
  );
  if (!('passed' in outcome)) return quotaUsedUp(outcome.retryAfterMs);
  const { account, epoch } = outcome.passed;
  return { outcome: { $case: 'session', session: await openSession(ports, account, epoch) } };
}

export const quotaUsedUp = (retryAfterMs: number): SignInResponse => ({
  outcome: { $case: 'quotaUsedUp', quotaUsedUp: { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) } },
});

/**
 * @throws DomainError unauthenticated. An unknown address and a wrong password get the same text, after the same time.
 */
export async function checkPassword(
  { accounts }: { accounts: AccountStore },
  work: PasswordWork,
  email: string,
  password: string,
): Promise<Credentials> {
  const credentials = await accounts.findCredentials(normalizeEmail(email));
  const matches = await work.matches(normalizePassword(password), credentials?.passwordHash);
  if (credentials && matches) return credentials;
  throw new DomainError('unauthenticated', 'credentials_wrong', {});
}

/** Checks a password for a trusted caller. Attempts are not counted. */
export async function verifyPassword(
  ports: { accounts: AccountStore; passwords: Passwords },
  { email, password }: VerifyPasswordRequest,
  signal?: AbortSignal,
): Promise<Account> {
  const check = (work: PasswordWork) => checkPassword(ports, work, email, password);
  return (await ports.passwords.inTurn(check, signal)).account;
}
