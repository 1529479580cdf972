import type { Clock } from '@parcelyard/service-kit/clock';
import { isBearerToken } from '../domain/access-token';
import { type Authorization, authorize, INVALID_TOKEN } from '../domain/authorization';
import { isOAuthAccessToken } from '../domain/oauth-token';
import type { Surface } from '../domain/rate-window';
import type { ConnectedApps, TokenRequest, TokenSecrets, Tokens } from '../ports';
import { KnownTokens } from './known-tokens';

export interface RequestToAuthorize {
  token: string;
  surface: Surface;
}

interface Asked extends TokenRequest {
  oauth: boolean;
}

interface Dependencies {
  tokens: Tokens;
  apps: ConnectedApps;
  secrets: TokenSecrets;
  clock: Clock;
}

/** A hundred bytes or two each. */
const KNOWN_TOKENS = 50_000;

/**
 * Decides each request by one atomic operation of its own, all at once; the answers keep the order. Requests of tokens
 * that this process granted before are counted together in one command, which costs a fraction; whatever that does not
 * grant (replaced meanwhile, expired, over its limit) is decided as if it were seen for the first time.
 */
export const authorizeRequests = ({ tokens, apps, secrets, clock }: Dependencies) => {
  const known = new KnownTokens(KNOWN_TOKENS);

  const decide = async ({ tokenHash, surface, oauth }: Asked, now: Date): Promise<Authorization> => {
    const owner = oauth ? apps : tokens;
    const authorization = authorize(await owner.count(tokenHash, surface, now), surface, now);
    // Tokens of apps stand in other documents, among their like: each request of theirs goes the direct way.
    if (oauth) return authorization;
    if (authorization.outcome === 'granted') known.note(tokenHash, surface, authorization, now);
    else known.forget(tokenHash, surface);
    return authorization;
  };

  return async (requests: readonly RequestToAuthorize[]): Promise<Authorization[]> => {
    const now = clock.now();
    const asked = requests.map(({ token, surface }) =>
      isBearerToken(token)
        ? { tokenHash: secrets.hash(token), surface, oauth: isOAuthAccessToken(token) }
        : undefined,
    );
    const seen = asked.map((one) => one && known.use(one.tokenHash, one.surface, now));
    const again = asked.flatMap((one, place) => (one && seen[place] ? { ...one, ...seen[place] } : []));
    // A lone request goes the direct way: it would gain nothing, and a refusal would cost it a second operation.
    const counting = again.length > 1 ? tokens.countKnown(again, now) : undefined;
    let next = 0;
    return Promise.all(
      asked.map(async (one, place) => {
        if (!one) return INVALID_TOKEN;
        const token = seen[place];
        if (!token || !counting) return decide(one, now);
        const turn = next++;
        return (await counting)[turn] ? token.grant : decide(one, now);
      }),
    );
  };
};
