import type { Account, SetTimeZoneRequest } from '@parcelyard/contracts/auth';
import { timeZoneNamed } from '@parcelyard/service-kit/calendar/time-zone';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountStore } from '../adapters/mongo/account-store';
import type { ConnectedAppStore } from '../adapters/mongo/connected-app-store';
import type { TokenStore } from '../adapters/mongo/token-store';
import { getAccount } from './create-account';

export interface TimeZonePorts {
  readonly accounts: AccountStore;
  readonly tokens: TokenStore;
  readonly apps: ConnectedAppStore;
}

/**
 * Saves the account's time zone, then the copies of it that spare every authorization a read. A call that failed between
 * the two is finished by the same one.
 * @throws DomainError invalid_argument, not_found
 */
export async function setTimeZone(
  ports: TimeZonePorts,
  { accountId, timeZone, guessed }: SetTimeZoneRequest,
): Promise<Account> {
  const zone = timeZoneNamed(timeZone);
  if (!zone) {
    const params = { got: timeZone.slice(0, 60) };
    throw new DomainError('invalid_argument', 'time_zone_unknown', params, { field: 'time_zone' });
  }
  await ports.accounts.setTimeZone(accountId, zone, guessed);
  return copyTimeZone(ports, accountId);
}

/**
 * Gives the account's access token and apps its time zone. Whoever has made a token or an app calls it afterwards, so
 * that a change which came in between is not missed.
 */
export async function copyTimeZone(ports: TimeZonePorts, accountId: number): Promise<Account> {
  const account = await getAccount(ports, { accountId });
  const { timeZone } = account;
  if (timeZone !== undefined) {
    await Promise.all([
      ports.tokens.setTimeZone(accountId, timeZone),
      ports.apps.setTimeZone(accountId, timeZone),
    ]);
  }
  return account;
}
