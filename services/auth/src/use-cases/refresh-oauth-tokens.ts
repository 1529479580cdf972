import type { OAuthTokens, RefreshOAuthTokensRequest } from '@parcelyard/contracts/oauth';
import type { PresentedRefreshToken } from '../adapters/mongo/connected-app-store';
import type { TokenPair } from '../domain/oauth-grant';
import { familyOf } from '../domain/tokens';
import { invalidGrant, newTokenPair, type OAuthTokenPorts } from './oauth-tokens';

export interface RefreshPorts extends OAuthTokenPorts {
  /** How long a refresh waits for others with the same token before it is answered, in milliseconds. */
  readonly refreshCollectMs: number;
  pause(ms: number): Promise<void>;
}

type NewPair = Pick<OAuthTokens, 'accessToken' | 'refreshToken'> &
  Pick<TokenPair, 'expiresAt' | 'refreshHash'>;

/**
 * Exchanges the valid refresh token of a connection for a new pair; the old pair is unknown from that write on. Refreshes
 * with one token that overlap are one use and get the same pair, on any replica: official clients send one for each call
 * that met an expired access token. The pair waits in the connection, sealed under the token that was presented, until
 * it is answered. After that a token that comes again has two holders, one of which is not the app: all access of the
 * app is revoked.
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
    // Another one has begun in between.
    (await joinRefresh(ports, presented, refreshToken));
  if (pair) return answer(ports, presented, pair);
  const revoked = await apps.revokeForReplayedRefresh(presented);
  if (revoked) reportReplay('refresh token', revoked);
  throw invalidGrant(revoked ? 'replayed refresh token' : 'no such refresh token');
}

/** The pair of a refresh with this token that was not answered yet, after it has collected those that overlap. */
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
    // Whoever began it has died, or answers just now: this one collects anew.
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

/** From here on the token that was presented is one that was used. */
async function answer(
  { apps, clock }: RefreshPorts,
  { family }: PresentedRefreshToken,
  { accessToken, refreshToken, expiresAt, refreshHash }: NewPair,
): Promise<OAuthTokens> {
  if (!(await apps.noteAnswered({ family, refreshHash }))) throw invalidGrant('disconnected meanwhile');
  const leftMs = expiresAt.getTime() - clock.now().getTime();
  return { accessToken, refreshToken, expiresInSeconds: Math.max(0, Math.ceil(leftMs / 1000)) };
}
