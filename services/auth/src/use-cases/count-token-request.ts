import type { Clock } from '@parcelyard/service-kit/clock';
import { requestsIn, TOKEN_REQUESTS_PER_MINUTE } from '../domain/rate-window';
import type { TokenRequestWindows, TokenSecrets } from '../ports';

interface Dependencies {
  windows: TokenRequestWindows;
  secrets: TokenSecrets;
  clock: Clock;
}

/** Whether this address may make one more request to the token endpoint in this minute. */
export const countTokenRequest =
  ({ windows, secrets, clock }: Dependencies) =>
  async (ip: string): Promise<boolean> =>
    // Addresses are personal data: what is kept is enough to count by.
    requestsIn(await windows.count(secrets.hash(ip), clock.now())) <= TOKEN_REQUESTS_PER_MINUTE;
