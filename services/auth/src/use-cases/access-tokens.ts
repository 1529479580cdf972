import type {
  AccessToken,
  AccessTokenDescription,
  AccountRef,
  ReplaceAccessTokenRequest,
} from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccessTokenRecord } from '../adapters/mongo/token-store';
import { later } from '../domain/oauth-grant';
import { formatAccessToken, isLive, SECRET_BYTES } from '../domain/tokens';
import type { AuthPorts } from '../ports';
import { getAccount } from './create-account';
import { copyTimeZone, type TimeZonePorts } from './time-zones';

type AccessTokenPorts = TimeZonePorts & Pick<AuthPorts, 'secrets' | 'clock' | 'accessTokenLifetimeSeconds'>;

/**
 * Returns the account's access token: the same text while the token is valid, otherwise a new token. When several calls
 * create a token at once, all return the token that was saved first.
 * @throws DomainError not_found for the account; failed_precondition when the key that encrypted the token was removed
 */
export async function showAccessToken(
  ports: AccessTokenPorts,
  { accountId }: AccountRef,
): Promise<AccessToken> {
  const { tokens, secrets, clock } = ports;
  await getAccount(ports, { accountId });
  for (;;) {
    const now = clock.now();
    const present = await tokens.findAccessToken(accountId);
    if (present && isLive(present, now)) {
      const token = secrets.open(present, accountId);
      if (token !== undefined) return { token, expiresAt: present.expiresAt };
      const detail = `key ${present.kid} is not in the ring, or is another one than then`;
      throw new DomainError('failed_precondition', 'access_token_unreadable', {}, { detail });
    }
    const { token, record } = newAccessToken(ports, accountId, now);
    if (!(await tokens.issueAccessToken(accountId, record, now))) continue;
    await copyTimeZone(ports, accountId);
    return { token, expiresAt: record.expiresAt };
  }
}

/**
 * Replaces the account's access token. The same write makes the old token invalid. If the access token is no longer the
 * token that the caller wants to replace, nothing changes, and the account's access token is returned.
 * @throws DomainError as `showAccessToken`
 */
export async function replaceAccessToken(
  ports: AccessTokenPorts,
  { accountId, replacesIssuedAt }: ReplaceAccessTokenRequest,
): Promise<AccessToken> {
  await getAccount(ports, { accountId });
  const { token, record } = newAccessToken(ports, accountId, ports.clock.now());
  if (!(await ports.tokens.replaceAccessToken(accountId, record, replacesIssuedAt)))
    return showAccessToken(ports, { accountId });
  await copyTimeZone(ports, accountId);
  return { token, expiresAt: record.expiresAt };
}

const NO_ACCESS_TOKEN: AccessTokenDescription = {
  issuedAt: undefined,
  expiresAt: undefined,
  expiredAt: undefined,
  lastUsedAt: undefined,
  usedOverMcp: false,
};

/** Returns the dates of the account's access token. The token may have expired. */
export async function describeAccessToken(
  { tokens, clock }: Pick<AccessTokenPorts, 'tokens' | 'clock'>,
  { accountId }: AccountRef,
): Promise<AccessTokenDescription> {
  const description = await tokens.describeAccessToken(accountId);
  if (!description) return NO_ACCESS_TOKEN;
  if (isLive(description, clock.now())) return description;
  return { ...NO_ACCESS_TOKEN, expiredAt: description.expiresAt };
}

function newAccessToken(
  { secrets, accessTokenLifetimeSeconds }: AccessTokenPorts,
  accountId: number,
  now: Date,
): { token: string; record: AccessTokenRecord } {
  const token = secrets.randomBeside({ accountId }, SECRET_BYTES, formatAccessToken);
  const times = { issuedAt: now, expiresAt: later(now, accessTokenLifetimeSeconds) };
  return { token, record: { ...secrets.seal(token, accountId), tokenHash: secrets.hash(token), ...times } };
}
