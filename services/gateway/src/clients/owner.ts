import type { Account, SignInResponse } from '@parcelyard/contracts/auth';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { DomainError } from '@parcelyard/service-kit/domain-error';

export interface Owner {
  readonly accountId: number;
  readonly email: string;
  /** The person's name, or the e-mail address when no name is known. */
  readonly name: string;
  readonly company: string;
  readonly since: Date;
  /**
   * Whether the owner has proved that they read mail at the address. Until then, the account cannot write to others.
   */
  readonly addressVerified: boolean;
  /** The time zone in which the account's days begin. */
  readonly timeZone: string;
}

/** A new session. Only the cookie contains its token. */
interface OpenedSession {
  readonly token: string;
  readonly endsAt: Date;
  readonly owner: Owner;
}

export type SignInOutcome =
  | { readonly session: OpenedSession }
  /** Too many attempts have failed recently, so the password was not checked. */
  | { readonly retryAfterSeconds: number };

export function toSignInOutcome({ outcome }: SignInResponse): SignInOutcome {
  if (outcome?.$case === 'quotaUsedUp') return outcome.quotaUsedUp;
  if (outcome?.$case !== 'session') throw unexpected('a sign-in without an outcome');
  const { token, endsAt, account } = outcome.session;
  if (!endsAt) throw unexpected('a session without an end');
  return { session: { token, endsAt, owner: toOwner(account) } };
}

export function toOwner(account: Account | undefined): Owner {
  if (!account) throw unexpected('a session without an account');
  const { accountId, email, firstName, lastName, company, createdAt, addressVerified } = account;
  const { timeZone = DEFAULT_TIME_ZONE } = account;
  const name = [firstName, lastName].filter((part) => part !== '').join(' ') || email;
  return { accountId, email, name, company, since: createdAt ?? new Date(0), addressVerified, timeZone };
}

const unexpected = (detail: string) => new DomainError('internal', 'internal', {}, { detail });
