import { isCodeVerifier } from '../domain/code-verifier';
import { invalidGrant } from '../domain/oauth-refusal';
import { FAMILY_BYTES } from '../domain/oauth-token';
import type { OAuthDependencies } from './issue-code';
import { issueTokenPair, type OAuthTokens } from './issue-token-pair';

interface CodeRequest {
  clientId: string;
  code: string;
  redirectUri: string;
  codeVerifier: string;
}

/**
 * Exchanges an authorization code for the tokens of a new connection, once. A second request that is right in
 * everything but that the code was used revokes whatever the app has to the account; one that lacks the verifier does
 * not, because codes pass through address bars and logs, and who merely found one must not be able to disconnect.
 * @see OAuth 2.1 §4.1.3
 * @throws DomainError unauthenticated, the same for every cause
 */
export const redeemCode =
  ({ apps, secrets, clock, lifetimes, reportReplay }: OAuthDependencies) =>
  async ({ clientId, code, redirectUri, codeVerifier }: CodeRequest): Promise<OAuthTokens> => {
    if (!isCodeVerifier(codeVerifier)) throw invalidGrant('no code verifier');
    const presented = {
      clientId,
      redirectUri,
      codeHash: secrets.hash(code),
      // PKCE's S256 transformation is the hash that tokens are kept by: BASE64URL(SHA-256(…)).
      codeChallenge: secrets.hash(codeVerifier),
    };
    const family = secrets.random(FAMILY_BYTES);
    const now = clock.now();
    const { tokens, pair } = issueTokenPair(secrets, family, now, lifetimes);
    const connection = { ...pair, family: secrets.hash(family), mcp: 0, rest: 0, lastUsedAt: null };
    if (await apps.redeem(presented, connection, now)) return tokens;
    const revoked = await apps.revokeForReplayedCode(presented);
    if (revoked) reportReplay('code', revoked);
    throw invalidGrant(revoked ? 'replayed code' : 'no such code');
  };
