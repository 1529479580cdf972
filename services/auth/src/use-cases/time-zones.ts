import type { Account, SetTimeZoneRequest } from '@parcelyard/contracts/auth';
import { timeZoneNamed } from '@parcelyard/service-kit/calendar/time-zone';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AuthPorts } from '../ports';
import { getAccount } from './create-account';

export type TimeZonePorts = Pick<AuthPorts, 'accounts' | 'tokens' | 'apps'>;

/**
 * Saves the account's time zone, and then copies it to the access token and the apps. After a failure, the caller
 * repeats the whole call.
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
 * Copies the account's time zone to its access token and apps. Call it after each new token or app. If another call has
 * saved another zone meanwhile, that zone is copied, too.
 */
export async function copyTimeZone(ports: TimeZonePorts, accountId: number): Promise<Account> {
  for (let copied: string | undefined; ; ) {
    const account = await getAccount(ports, { accountId });
    const { timeZone } = account;
    if (timeZone === undefined || timeZone === copied) return account;
    await Promise.all([
      ports.tokens.setTimeZone(accountId, timeZone),
      ports.apps.setTimeZone(accountId, timeZone),
    ]);
    copied = timeZone;
  }
}
