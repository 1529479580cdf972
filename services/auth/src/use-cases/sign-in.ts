import type { Clock } from '@parcelyard/service-kit/clock';
import { normalizeEmail } from '../domain/email';
import type { Accounts, Sessions, TokenSecrets } from '../ports';
import type { AttemptSignIn } from './attempt-sign-in';
import { type OpenedSession, openSession } from './open-session';
import { checkPassword } from './verify-password';

export interface SignInDependencies {
  accounts: Accounts;
  sessions: Sessions;
  secrets: TokenSecrets;
  clock: Clock;
  attempt: AttemptSignIn;
}

export type SignInOutcome = { session: OpenedSession } | { retryAfterMs: number };

/**
 * A session for the right password, under a token that was never used before.
 * @throws DomainError unauthenticated, in the same words for every cause
 */
export const signIn =
  (dependencies: SignInDependencies) =>
  async (email: string, password: string, ip: string, signal?: AbortSignal): Promise<SignInOutcome> => {
    const check = checkPassword(dependencies);
    const outcome = await dependencies.attempt(
      normalizeEmail(email),
      ip,
      (work) => check(work, email, password),
      signal,
    );
    if (!('passed' in outcome)) return outcome;
    const { account, epoch } = outcome.passed;
    return { session: await openSession(dependencies)(account, epoch) };
  };
