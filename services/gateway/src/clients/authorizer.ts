import { createHash } from 'node:crypto';
import {
  type AuthDefinition,
  type Authorization,
  AuthorizeOutcome,
  type Surface,
} from '@parcelyard/contracts/auth';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { networkOf } from '@parcelyard/service-kit/network-of';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { currentRequestId, withoutDeadline } from '@parcelyard/service-kit/tracing/request-id';
import { RefusedTokens } from './refused-tokens';
import { createTurns, LineFull } from './turns';

export interface Authorizer {
  /**
   * Asks auth whether a token may make this request, and counts the request for the token. Concurrent requests share
   * one call.
   * @param ip the caller's address
   * @param onAsked called when the request is sent to auth, with auth's previous answer about the token. Not called if
   * the previous answer was a refusal, or if there is no previous answer
   * @throws LineFull when too many requests of the same token or network wait
   */
  authorize(
    token: string,
    surface: Surface,
    ip: string,
    onAsked?: (lastGrant: Authorization) => void,
  ): Promise<Authorization>;
  /** Calls auth. Fails when auth does not answer. */
  ping(): Promise<void>;
}

interface TokenQuery {
  readonly token: string;
  readonly surface: Surface;
  /** Hash of the token, because tokens themselves are not kept in memory. */
  readonly digest: string;
  readonly requestId: string;
  readonly onAsked: ((lastGrant: Authorization) => void) | undefined;
}

interface Options {
  readonly clock: Clock;
  /** Called for every request that is refused because its queue is full. */
  onBusy?: (() => void) | undefined;
}

/** After these outcomes, a token keeps its own queue, because they do not mean that the token is wrong. */
const KEEPS_OWN_QUEUE: ReadonlySet<AuthorizeOutcome> = new Set([
  AuthorizeOutcome.RATE_LIMITED,
  AuthorizeOutcome.UNAVAILABLE,
]);

const TIMEOUT_MS = 5_000;
const PING_TIMEOUT_MS = 1_000;

/** How many accepted tokens are remembered. Each of them has its own queue. */
const KNOWN_TOKENS = 10_000;

/**
 * Sends requests for authorization in shared calls. A token that auth has accepted before has its own queue. Other
 * tokens share one queue per network. Queues take turns, and their length is limited.
 */
export function createAuthorizer(
  rpc: Pick<RpcClient<typeof AuthDefinition>, 'authorize'>,
  { clock, onBusy = () => undefined }: Options,
): Authorizer {
  const refused = new RefusedTokens(clock);
  const known = new BoundedMap<string, true>(KNOWN_TOKENS);
  /** Auth's last answer for each token and surface, if it accepted the token. A refusal is not kept here. */
  const lastGrants = new BoundedMap<string, Authorization>(KNOWN_TOKENS);

  const ask = async (items: readonly TokenQuery[]): Promise<readonly Authorization[]> => {
    // The id of the shared call contains the ids of all its requests. So the id of one request is enough to find the
    // shared call in auth's log.
    const requestId = items.map((item) => item.requestId).join(',');
    const askedAt = refused.now();
    const asking = withoutDeadline(() =>
      rpc.authorize(
        { items: items.map(({ token, surface }) => ({ token, surface })) },
        { timeoutMs: TIMEOUT_MS, requestId },
      ),
    ).catch(nothingDone);
    for (const item of items) {
      const lastGrant = item.onAsked && lastGrants.get(keyOf(item));
      if (lastGrant) item.onAsked?.(lastGrant);
    }
    const { authorizations } = await asking;
    for (const [place, authorization] of authorizations.entries()) {
      const asked = items[place] as TokenQuery;
      if (authorization.outcome === AuthorizeOutcome.GRANTED) {
        known.set(asked.digest, true);
        lastGrants.set(keyOf(asked), authorization);
      } else {
        if (!KEEPS_OWN_QUEUE.has(authorization.outcome)) known.delete(asked.digest);
        lastGrants.delete(keyOf(asked));
      }
      refused.note(keyOf(asked), authorization, askedAt);
    }
    return authorizations;
  };

  /** Asks auth about the requests, except those whose token was refused while they waited. */
  const send = async (items: readonly TokenQuery[]): Promise<readonly Authorization[]> => {
    const remembered = items.map((item) => refused.find(keyOf(item)));
    const open = items.filter((_, place) => !remembered[place]);
    const answers = open.length > 0 ? await ask(open) : [];
    if (answers.length !== open.length) throw new Error('Auth answered a different number of requests.');
    let next = 0;
    return remembered.map((known) => known ?? (answers[next++] as Authorization));
  };

  const takeTurn = createTurns({ send, maxBatch: 64, maxInFlight: 2, maxWaiting: 64 });

  return {
    authorize: async (token, surface, ip, onAsked) => {
      const digest = createHash('sha256').update(token).digest('base64url');
      const asked = { token, surface, digest, requestId: currentRequestId() ?? '', onAsked };
      const remembered = refused.find(keyOf(asked));
      if (remembered) return remembered;
      const network = networkOf(ip);
      const line = known.has(digest) ? `${network} ${digest}` : network;
      const authorization = await takeTurn(line, asked).catch((error: unknown) => {
        if (error instanceof LineFull) onBusy();
        throw error;
      });
      if (authorization.outcome !== AuthorizeOutcome.UNAVAILABLE) return authorization;
      throw new DomainError('unavailable', 'unavailable', {}, { detail: "this token's database is away" });
    },
    ping: async () => {
      await rpc.authorize({ items: [] }, { timeoutMs: PING_TIMEOUT_MS });
    },
  };
}

const keyOf = ({ surface, digest }: TokenQuery): string => surface + digest;

/**
 * Changes a time-out to `unavailable`. No work begins without auth's answer, so nothing was done and the caller may try
 * again.
 */
function nothingDone(error: unknown): never {
  if (error instanceof DomainError && error.code === 'deadline_exceeded') {
    throw new DomainError('unavailable', 'unavailable', {}, { cause: error });
  }
  throw error;
}
