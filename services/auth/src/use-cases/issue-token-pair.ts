import { later, type OAuthLifetimes, type TokenPair } from '../domain/oauth-grant';
import { formatOAuthAccessToken, formatRefreshToken, SECRET_BYTES } from '../domain/oauth-token';
import type { TokenSecrets } from '../ports';

/** What an app is given; only hashes of it are kept. */
export interface OAuthTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
}

interface Issued {
  tokens: OAuthTokens;
  pair: TokenPair;
}

/** A fresh pair and the record that keeps it; nothing is saved yet. */
export function issueTokenPair(
  secrets: TokenSecrets,
  family: string,
  now: Date,
  lifetimes: OAuthLifetimes,
): Issued {
  const accessToken = formatOAuthAccessToken(secrets.random(SECRET_BYTES));
  const refreshToken = formatRefreshToken(family, secrets.random(SECRET_BYTES));
  return {
    tokens: { accessToken, refreshToken, expiresInSeconds: lifetimes.access },
    pair: {
      tokenHash: secrets.hash(accessToken),
      expiresAt: later(now, lifetimes.access),
      refreshHash: secrets.hash(refreshToken),
      refreshExpiresAt: later(now, lifetimes.refresh),
      endsAt: later(now, Math.max(lifetimes.access, lifetimes.refresh)),
    },
  };
}
