import type { Clock } from '@parcelyard/service-kit/clock';
import { normalizeEmail } from '../domain/email';
import type { Account, Sessions, SignInAttempts, TokenSecrets } from '../ports';
import { attemptSignIn } from './attempt-sign-in';
import { type OpenedSession, openSession } from './open-session';

export interface SignInDependencies {
  attempts: SignInAttempts;
  sessions: Sessions;
  secrets: TokenSecrets;
  clock: Clock;
  /** @throws DomainError unauthenticated */
  verifyPassword(email: string, password: string): Promise<Account>;
}

export type SignInOutcome = { session: OpenedSession } | { retryAfterMs: number };

/**
 * A session for the right password, under a token that was never used before.
 * @throws DomainError unauthenticated, in the same words for every cause
 */
export const signIn =
  (dependencies: SignInDependencies) =>
  async (email: string, password: string, ip: string): Promise<SignInOutcome> => {
    const outcome = await attemptSignIn(dependencies)(normalizeEmail(email), ip, () =>
      dependencies.verifyPassword(email, password),
    );
    return 'account' in outcome ? { session: await openSession(dependencies)(outcome.account) } : outcome;
  };
