import type { Clock } from '@parcelyard/service-kit/clock';
import { isBearerToken } from '../domain/access-token';
import { type Authorization, authorize, INVALID_TOKEN } from '../domain/authorization';
import type { Surface } from '../domain/rate-window';
import type { TokenSecrets, Tokens } from '../ports';

export interface RequestToAuthorize {
  token: string;
  surface: Surface;
}

interface Dependencies {
  tokens: Tokens;
  secrets: TokenSecrets;
  clock: Clock;
}

/** Decides each request by one atomic operation of its own, all at once; the answers keep the order. */
export const authorizeRequests =
  ({ tokens, secrets, clock }: Dependencies) =>
  (requests: readonly RequestToAuthorize[]): Promise<Authorization[]> => {
    const now = clock.now();
    return Promise.all(
      requests.map(async ({ token, surface }) =>
        isBearerToken(token)
          ? authorize(await tokens.count(secrets.hash(token), surface, now), surface, now)
          : INVALID_TOKEN,
      ),
    );
  };
