import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { endOf, expiryOf, isSessionToken, movesOn } from '../domain/session';
import type { Account, Accounts, Sessions, TokenSecrets } from '../ports';

interface Dependencies {
  accounts: Accounts;
  sessions: Sessions;
  secrets: TokenSecrets;
  clock: Clock;
}

/**
 * Whose session it is. Its idle end moves on with it. One that an earlier password opened is over, even when it was
 * written down after the change.
 * @throws DomainError unauthenticated when it is unknown, ended or expired
 */
export const getSession =
  ({ accounts, sessions, secrets, clock }: Dependencies) =>
  async (token: string): Promise<{ account: Account; endsAt: Date }> => {
    const now = clock.now();
    const session = isSessionToken(token) ? await sessions.find(secrets.hash(token)) : undefined;
    if (!session || session.expiresAt <= now) throw signedOut();
    const account = await accounts.findAt(session.accountId, session.epoch);
    if (!account) throw signedOut();
    if (movesOn(session, now)) {
      await sessions.moveOn(session.tokenHash, now, expiryOf({ ...session, lastUsedAt: now }));
    }
    return { account, endsAt: endOf(session) };
  };

const signedOut = () => DomainError.text('unauthenticated', 'Please sign in.');
