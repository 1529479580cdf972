import type { OAuthTokens, RefreshOAuthTokensRequest } from '@parcelyard/contracts/oauth';
import type { PresentedRefreshToken } from '../adapters/mongo/connected-app-store';
import type { TokenPair } from '../domain/oauth-grant';
import { familyOf } from '../domain/tokens';
import { invalidGrant, newTokenPair, type OAuthTokenPorts } from './oauth-tokens';

export interface RefreshPorts extends OAuthTokenPorts {
  /** How long a request for new tokens waits, in milliseconds, for other requests with the same refresh token. */
  readonly refreshCollectMs: number;
  pause(ms: number): Promise<void>;
}

type NewPair = Pick<OAuthTokens, 'accessToken' | 'refreshToken'> &
  Pick<TokenPair, 'expiresAt' | 'refreshHash'>;

/**
 * Exchanges a connection's valid refresh token for a new pair of tokens. The same write makes the old pair invalid.
 *
 * An app that makes several calls after its access token has expired often sends one refresh for each call. All these
 * refreshes get the same pair, on any replica. Until the pair is sent, it is stored in the connection, encrypted with a
 * key that is derived from the old refresh token. If the old refresh token is used again later, somebody else has it
 * too, and all access of the app is revoked.
 * @throws DomainError unauthenticated, the same for every cause
 */
export async function refreshOAuthTokens(
  ports: RefreshPorts,
  { clientId, refreshToken }: RefreshOAuthTokensRequest,
): Promise<OAuthTokens> {
  const { apps, secrets, reportReplay } = ports;
  const family = familyOf(refreshToken);
  if (family === undefined) throw invalidGrant('no refresh token');
  const presented = { clientId, family: secrets.hash(family), refreshHash: secrets.hash(refreshToken) };
  const pair =
    (await joinRefresh(ports, presented, refreshToken)) ??
    (await beginRefresh(ports, presented, { family, refreshToken })) ??
    // Another refresh with the same token has just begun. This call returns the pair of that refresh.
    (await joinRefresh(ports, presented, refreshToken));
  if (pair) return answer(ports, presented, pair);
  const revoked = await apps.revokeForReplayedRefresh(presented);
  if (revoked) reportReplay('refresh token', revoked);
  throw invalidGrant(revoked ? 'replayed refresh token' : 'no such refresh token');
}

/**
 * If another refresh with this token has created a pair, waits until that pair may be sent, and returns the pair.
 * Otherwise returns undefined.
 */
async function joinRefresh(
  { apps, secrets, clock, pause, refreshCollectMs }: RefreshPorts,
  presented: PresentedRefreshToken,
  refreshToken: string,
): Promise<NewPair | undefined> {
  const unanswered = await apps.findUnanswered(presented);
  if (!unanswered) return undefined;
  const now = clock.now();
  let left = unanswered.answeredAt.getTime() - now.getTime();
  if (left <= 0) {
    // The process that began the refresh has crashed, or is about to answer. This process waits `refreshCollectMs` from
    // now on.
    left = refreshCollectMs;
    await apps.collectAnew(presented, new Date(now.getTime() + left));
  }
  await pause(Math.min(left, refreshCollectMs));
  const { expiresAt, ...pair } = JSON.parse(secrets.openUnderToken(refreshToken, unanswered.sealed));
  return { ...pair, expiresAt: new Date(expiresAt) };
}

async function beginRefresh(
  ports: RefreshPorts,
  presented: PresentedRefreshToken,
  { family, refreshToken }: { family: string; refreshToken: string },
): Promise<NewPair | undefined> {
  const { apps, secrets, clock, pause, refreshCollectMs } = ports;
  const now = clock.now();
  const { tokens, pair } = newTokenPair(ports, family, now);
  const { accessToken, refreshToken: next } = tokens;
  const made: NewPair = {
    accessToken,
    refreshToken: next,
    expiresAt: pair.expiresAt,
    refreshHash: pair.refreshHash,
  };
  const unanswered = {
    refreshHash: presented.refreshHash,
    sealed: secrets.sealUnderToken(refreshToken, JSON.stringify(made)),
    answeredAt: new Date(now.getTime() + refreshCollectMs),
  };
  if (!(await apps.rotate(presented, { ...pair, unanswered }, now))) return undefined;
  await pause(refreshCollectMs);
  return made;
}

/**
 * Records that the pair is sent to the app, and returns the pair. From now on, a request with the old refresh token
 * revokes all access of the app, because it shows that somebody else has the token.
 */
async function answer(
  { apps, clock }: RefreshPorts,
  { family }: PresentedRefreshToken,
  { accessToken, refreshToken, expiresAt, refreshHash }: NewPair,
): Promise<OAuthTokens> {
  if (!(await apps.noteAnswered({ family, refreshHash }))) throw invalidGrant('disconnected meanwhile');
  const leftMs = expiresAt.getTime() - clock.now().getTime();
  return { accessToken, refreshToken, expiresInSeconds: Math.max(0, Math.ceil(leftMs / 1000)) };
}
