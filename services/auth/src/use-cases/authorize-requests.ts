import {
  type Authorization,
  type AuthorizeItem,
  AuthorizeOutcome,
  type AuthorizeRequest,
  type AuthorizeResponse,
  Surface as SurfaceCode,
} from '@parcelyard/contracts/auth';
import { ConnectionKind as ConnectionKindCode } from '@parcelyard/contracts/common';
import { type ConnectionKind, writeConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import {
  msLeft,
  type RateWindow,
  REQUESTS_PER_MINUTE,
  requestsIn,
  restOf,
  type Surface,
  windowStart,
} from '../domain/rate-window';
import { isBearerToken, isLive, isOAuthAccessToken } from '../domain/tokens';
import type { AuthPorts } from '../ports';
import type { KnownTokens } from './known-tokens';

export interface AuthorizePorts extends Pick<AuthPorts, 'tokens' | 'apps' | 'secrets' | 'clock'> {
  readonly known: KnownTokens;
}

interface TokenRequest {
  tokenHash: string;
  surface: Surface;
  connectionKind: ConnectionKind;
}

const INVALID_TOKEN: Authorization = {
  outcome: AuthorizeOutcome.INVALID_TOKEN,
  accountId: 0,
  connectionKind: ConnectionKindCode.UNSPECIFIED,
  appName: '',
  issuedAt: undefined,
  // The gateway repeats this refusal for some seconds without a new check, which is enough against a flood of requests.
  // Tokens are random, so an unknown token will not become valid in this time.
  refusedForMs: 2_000,
};

/**
 * Decides all requests in parallel. The answers have the order of the requests.
 *
 * One command counts all MCP requests whose tokens this process accepted before. This is much cheaper than one command
 * per request. If this command does not count a request, `decide` checks the request with a separate command. `decide`
 * also checks every REST request, because a REST answer shows how many requests remain, and the command for many
 * requests does not return this number.
 */
export async function authorizeRequests(
  ports: AuthorizePorts,
  { items }: AuthorizeRequest,
): Promise<AuthorizeResponse> {
  const { tokens, known, secrets, clock } = ports;
  const now = clock.now();
  const requests = items.map((item): TokenRequest | undefined => {
    const surface = surfaceOf(item);
    const { token } = item;
    if (!isBearerToken(token)) return undefined;
    return {
      tokenHash: secrets.hash(token),
      surface,
      connectionKind: isOAuthAccessToken(token) ? 'app' : 'token',
    };
  });
  const seen = requests.map((request) =>
    request?.surface === 'mcp' ? known.use(request.tokenHash, request.surface, now) : undefined,
  );
  const repeated = requests.flatMap((request, place) => {
    const token = seen[place];
    return request && token
      ? [
          {
            tokenHash: request.tokenHash,
            surface: request.surface,
            opened: token.opened,
            timeZone: token.grant.timeZone,
          },
        ]
      : [];
  });
  // A single request is decided alone, because the command for many requests would save nothing.
  const counting = repeated.length > 1 ? tokens.countKnown(repeated, now) : undefined;
  let next = 0;
  const authorizations = await Promise.all(
    requests.map(async (request, place) => {
      if (!request) return INVALID_TOKEN;
      const token = seen[place];
      if (!token || !counting) return decide(ports, request, now).catch(unavailableOrThrow);
      const turn = next++;
      return (await counting)[turn] ? token.grant : decide(ports, request, now).catch(unavailableOrThrow);
    }),
  );
  return { authorizations };
}

/** The answer when the token's database is unreachable. The other requests of the call are still decided. */
const UNAVAILABLE: Authorization = {
  ...INVALID_TOKEN,
  outcome: AuthorizeOutcome.UNAVAILABLE,
  refusedForMs: undefined,
};

function unavailableOrThrow(error: unknown): Authorization {
  if (error instanceof DomainError && error.code === 'unavailable') return UNAVAILABLE;
  throw error;
}

function surfaceOf({ surface }: AuthorizeItem): Surface {
  if (surface === SurfaceCode.MCP) return 'mcp';
  if (surface === SurfaceCode.REST) return 'rest';
  throw new DomainError('invalid_argument', 'field_required', {}, { field: 'surface' });
}

/**
 * Counts one request. The counting operation returns the token's record, from which the request is decided. An unknown
 * token has no record.
 */
async function decide(
  { tokens, apps, known }: AuthorizePorts,
  { tokenHash, surface, connectionKind }: TokenRequest,
  now: Date,
): Promise<Authorization> {
  const token = await (connectionKind === 'app' ? apps : tokens).count(tokenHash, surface, now);
  if (!token) {
    if (connectionKind === 'token') known.forget(tokenHash, surface);
    return INVALID_TOKEN;
  }
  const isWithinLimit = requestsIn(token.window) <= REQUESTS_PER_MINUTE[surface];
  const outcome = !isLive(token, now)
    ? AuthorizeOutcome.EXPIRED_TOKEN
    : isWithinLimit
      ? AuthorizeOutcome.GRANTED
      : AuthorizeOutcome.RATE_LIMITED;
  const { accountId, appName = '', issuedAt, timeZone } = token;
  const authorization = {
    outcome,
    accountId,
    connectionKind: writeConnectionKind(connectionKind),
    appName,
    issuedAt,
    timeZone,
    refusedForMs: refusedForMs(outcome, token.window, now),
  };
  if (surface === 'rest') {
    const isCounted = outcome !== AuthorizeOutcome.EXPIRED_TOKEN;
    return isCounted ? { ...authorization, rateWindow: restOf(token.window, surface, now) } : authorization;
  }
  // Apps' tokens are not remembered, because `countKnown` cannot count their requests: an app's tokens are elements of
  // an array in the app's document.
  if (connectionKind === 'app') return authorization;
  if (outcome === AuthorizeOutcome.GRANTED) known.note(tokenHash, surface, authorization, now);
  else known.forget(tokenHash, surface);
  return authorization;
}

/**
 * Returns for how many milliseconds the gateway may repeat the refusal without asking again: until the minute ends. In
 * the next minute, a token that was over its limit may send requests, and an expired token is checked again.
 */
function refusedForMs(outcome: AuthorizeOutcome, window: RateWindow, now: Date): number | undefined {
  if (outcome === AuthorizeOutcome.EXPIRED_TOKEN) return msLeft(windowStart(now), now);
  return outcome === AuthorizeOutcome.RATE_LIMITED ? msLeft(window, now) : undefined;
}
