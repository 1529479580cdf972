import type { AccountId } from '@parcelyard/service-kit/ids';
import { ACCESS_TOKEN_BYTES, formatAccessToken } from '../domain/access-token';
import type { AccessTokenRecord, TokenSecrets } from '../ports';

/** An access token as its owner sees it. */
export interface AccessToken {
  token: string;
  expiresAt: Date;
}

interface Issued extends AccessToken {
  record: AccessTokenRecord;
}

/** A fresh token and the record that keeps it; nothing is saved yet. */
export function issueAccessToken(
  secrets: TokenSecrets,
  accountId: AccountId,
  now: Date,
  lifetimeSeconds: number,
): Issued {
  const token = formatAccessToken(secrets.random(ACCESS_TOKEN_BYTES));
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const record = {
    ...secrets.seal(token, accountId),
    tokenHash: secrets.hash(token),
    issuedAt: now,
    expiresAt,
  };
  return { token, expiresAt, record };
}
