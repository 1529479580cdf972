import type { Clock } from '@parcelyard/service-kit/clock';
import { endOf, expiryOf, SESSION_TOKEN_BYTES } from '../domain/session';
import type { Account, Sessions, TokenSecrets } from '../ports';

/** A session as the one who opened it sees it, and nobody else ever. */
export interface OpenedSession {
  token: string;
  account: Account;
  endsAt: Date;
}

interface Dependencies {
  sessions: Sessions;
  secrets: TokenSecrets;
  clock: Clock;
}

/** A new session of an account under a fresh token, for as long as the password of that epoch stands. */
export const openSession =
  ({ sessions, secrets, clock }: Dependencies) =>
  async (account: Account, epoch: number): Promise<OpenedSession> => {
    const openedAt = clock.now();
    const token = secrets.random(SESSION_TOKEN_BYTES);
    await sessions.insert({
      tokenHash: secrets.hash(token),
      accountId: account.accountId,
      epoch,
      openedAt,
      lastUsedAt: openedAt,
      expiresAt: expiryOf({ openedAt, lastUsedAt: openedAt }),
    });
    return { token, account, endsAt: endOf({ openedAt }) };
  };
