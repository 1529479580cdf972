import type { Account, AccountRef, VerificationLink, VerifyAddressRequest } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { later } from '../domain/oauth-grant';
import { SECRET_BYTES } from '../domain/tokens';
import type { AuthPorts } from '../ports';
import { getAccount } from './create-account';

type VerificationPorts = Pick<AuthPorts, 'accounts' | 'secrets' | 'clock' | 'linkLifetimeSeconds'>;

const LINK = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

/**
 * Creates a link that verifies the account's e-mail address. Only a hash of the link is stored. An earlier link stops
 * working.
 * @throws DomainError not_found for the account, failed_precondition when the address is already verified
 */
export async function createVerificationLink(
  { accounts, secrets, clock, linkLifetimeSeconds }: VerificationPorts,
  { accountId }: AccountRef,
): Promise<VerificationLink> {
  await getAccount({ accounts }, { accountId });
  const token = `${accountId}.${secrets.random(SECRET_BYTES)}`;
  const expiresAt = later(clock.now(), linkLifetimeSeconds);
  if (await accounts.keepVerificationLink(accountId, secrets.hash(token), expiresAt)) {
    return { token, expiresAt };
  }
  throw new DomainError('failed_precondition', 'address_verified_already', {});
}

/**
 * Verifies the e-mail address. A link that has verified the address succeeds again.
 * @throws DomainError not_found for a link that is replaced, expired or unknown
 */
export async function verifyAddress(
  { accounts, secrets, clock }: VerificationPorts,
  { token }: VerifyAddressRequest,
): Promise<Account> {
  const accountId = Number(LINK.exec(token)?.[1] ?? 0);
  if (accountId > 0 && (await accounts.verifyAddress(accountId, secrets.hash(token), clock.now()))) {
    return getAccount({ accounts }, { accountId });
  }
  throw new DomainError('not_found', 'verification_link_dead', {});
}
