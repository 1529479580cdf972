import { invalidGrant } from '../domain/oauth-refusal';
import { familyOf } from '../domain/oauth-token';
import type { OAuthDependencies } from './issue-code';
import { issueTokenPair, type OAuthTokens } from './issue-token-pair';

/**
 * Exchanges the live refresh token of a connection for a new pair; the old pair is unknown from that write on. A token
 * that was exchanged before has two holders, of whom one is not the app: whatever the app has is revoked.
 * @throws DomainError unauthenticated, the same for every cause
 */
export const refreshOAuthTokens =
  ({ apps, secrets, clock, lifetimes, reportReplay }: OAuthDependencies) =>
  async (clientId: string, refreshToken: string): Promise<OAuthTokens> => {
    const family = familyOf(refreshToken);
    if (family === undefined) throw invalidGrant('no refresh token');
    const presented = { clientId, family: secrets.hash(family), refreshHash: secrets.hash(refreshToken) };
    const now = clock.now();
    const { tokens, pair } = issueTokenPair(secrets, family, now, lifetimes);
    if (await apps.rotate(presented, pair, now)) return tokens;
    const revoked = await apps.revokeForReplayedRefresh(presented);
    if (revoked) reportReplay('refresh token', revoked);
    throw invalidGrant(revoked ? 'replayed refresh token' : 'no such refresh token');
  };
