import type { Account, Session, SessionRef } from '@parcelyard/contracts/auth';
import type { Empty } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { endOf, expiryOf, isSessionToken, mustRecordUse } from '../domain/session';
import { SECRET_BYTES } from '../domain/tokens';
import type { AuthPorts } from '../ports';

export type SessionPorts = Pick<AuthPorts, 'accounts' | 'sessions' | 'secrets' | 'clock'>;

/** Opens a session with a new token. The session ends when the password changes. */
export async function openSession(
  { sessions, secrets, clock }: SessionPorts,
  account: Account,
  epoch: number,
): Promise<Session> {
  const openedAt = clock.now();
  const token = secrets.randomBeside(account, SECRET_BYTES);
  await sessions.insert({
    tokenHash: secrets.hash(token),
    accountId: account.accountId,
    epoch,
    openedAt,
    lastUsedAt: openedAt,
    expiresAt: expiryOf({ openedAt, lastUsedAt: openedAt }),
  });
  return { token, account, endsAt: endOf({ openedAt }) };
}

/**
 * Finds the account of a session and records the use. Sessions that were opened before a change of the password are not
 * found.
 * @throws DomainError unauthenticated when the session is unknown, ended or expired
 */
export async function getSession(
  { accounts, sessions, secrets, clock }: SessionPorts,
  { token }: SessionRef,
): Promise<Session> {
  const now = clock.now();
  const session = isSessionToken(token) ? await sessions.find(secrets.hash(token)) : undefined;
  if (!session || session.expiresAt <= now) throw signedOut();
  const account = await accounts.findAt(session.accountId, session.epoch);
  if (!account) throw signedOut();
  if (mustRecordUse(session, now)) {
    await sessions.moveOn(session.tokenHash, now, expiryOf({ ...session, lastUsedAt: now }));
  }
  // The token is empty, because the caller already has it.
  return { token: '', account, endsAt: endOf(session) };
}

const signedOut = () => new DomainError('unauthenticated', 'signed_out', {});

export async function endSession({ sessions, secrets }: SessionPorts, { token }: SessionRef): Promise<Empty> {
  if (isSessionToken(token)) await sessions.remove(secrets.hash(token));
  return {};
}
