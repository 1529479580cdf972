import type {
  CountTokenRequestRequest,
  CountTokenRequestResponse,
  OAuthTokens,
  RedeemCodeRequest,
} from '@parcelyard/contracts/oauth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { RevokedApp } from '../adapters/mongo/connected-app-store';
import { later, type TokenPair } from '../domain/oauth-grant';
import { requestsIn, TOKEN_REQUESTS_PER_MINUTE } from '../domain/rate-window';
import {
  FAMILY_BYTES,
  formatOAuthAccessToken,
  formatRefreshToken,
  isCodeVerifier,
  SECRET_BYTES,
} from '../domain/tokens';
import type { AuthPorts } from '../ports';

export interface OAuthTokenPorts
  extends Pick<AuthPorts, 'apps' | 'tokenRequestWindows' | 'secrets' | 'clock' | 'lifetimes'> {
  /** Logs that a code or token of the app was used twice, which means that somebody else has it, too. */
  reportReplay(kind: 'code' | 'refresh token', app: RevokedApp): void;
}

/**
 * Exchanges an authorization code for the tokens of a new connection, once. A second request with the same code revokes
 * all access of the app to the account. A request without the right verifier revokes nothing: codes appear in address
 * bars and logs, and somebody who found a code must not be able to disconnect the app.
 * @see OAuth 2.1 §4.1.3
 * @throws DomainError unauthenticated, the same for every cause
 */
export async function redeemCode(
  ports: OAuthTokenPorts,
  { clientId, code, redirectUri, codeVerifier }: RedeemCodeRequest,
): Promise<OAuthTokens> {
  const { apps, secrets, clock, reportReplay } = ports;
  if (!isCodeVerifier(codeVerifier)) throw invalidGrant('no code verifier');
  const presented = {
    clientId,
    redirectUri,
    codeHash: secrets.hash(code),
    // PKCE's S256 method and the hash of our tokens are the same function: BASE64URL(SHA-256(…)).
    codeChallenge: secrets.hash(codeVerifier),
  };
  const family = secrets.randomBeside({ hash: presented.codeHash }, FAMILY_BYTES);
  const now = clock.now();
  const { tokens, pair } = newTokenPair(ports, family, now);
  const connection = { ...pair, family: secrets.hash(family), mcp: 0, rest: 0, lastUsedAt: null };
  if (await apps.redeem(presented, connection, now)) return tokens;
  const revoked = await apps.revokeForReplayedCode(presented);
  if (revoked) reportReplay('code', revoked);
  throw invalidGrant(revoked ? 'replayed code' : 'no such code');
}

/** Counts a request of this address to the token endpoint. Returns whether the request is allowed in this minute. */
export async function countTokenRequest(
  { tokenRequestWindows, secrets, clock }: OAuthTokenPorts,
  { ip }: CountTokenRequestRequest,
): Promise<CountTokenRequestResponse> {
  // Addresses are personal data, so only a hash of the address is stored.
  const window = await tokenRequestWindows.count(secrets.hash(ip), clock.now());
  return { allowed: requestsIn(window) <= TOKEN_REQUESTS_PER_MINUTE };
}

export function newTokenPair(
  { secrets, lifetimes }: Pick<OAuthTokenPorts, 'secrets' | 'lifetimes'>,
  family: string,
  now: Date,
): { tokens: OAuthTokens; pair: TokenPair } {
  const home = { hash: secrets.hash(family) };
  const accessToken = secrets.randomBeside(home, SECRET_BYTES, formatOAuthAccessToken);
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

/**
 * Returns the error for an invalid code or refresh token. The app gets the same error for every cause; only the log has
 * the cause.
 */
export const invalidGrant = (detail: string) =>
  new DomainError('unauthenticated', 'oauth_grant_invalid', {}, { detail });
