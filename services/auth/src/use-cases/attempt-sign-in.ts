import { randomUUID } from 'node:crypto';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Email } from '../domain/email';
import { networkOf } from '../domain/network';
import { waitFor } from '../domain/sign-in-throttle';
import type { Account, SignInAttempts, TokenSecrets } from '../ports';

interface Dependencies {
  attempts: SignInAttempts;
  secrets: TokenSecrets;
  clock: Clock;
}

/**
 * Lets a password be checked unless too many checks failed of late, for its address or from its network. The attempt is
 * counted before the check, so that a hundred at once are ten checks, and taken back when the password was right. An
 * address that has no account is counted like any other.
 */
export const attemptSignIn =
  ({ attempts, secrets, clock }: Dependencies) =>
  async (
    email: Email,
    ip: string,
    check: () => Promise<Account>,
  ): Promise<{ account: Account } | { retryAfterMs: number }> => {
    const attempt = { id: randomUUID(), at: clock.now() };
    const address = secrets.hash(`address:${email}`);
    const network = secrets.hash(`network:${networkOf(ip)}`);
    const counters = await Promise.all([attempts.begin(address, attempt), attempts.begin(network, attempt)]);
    const full = counters.filter((counted) => !counted.some(({ id }) => id === attempt.id));
    if (full.length > 0) {
      // What was not checked did not fail.
      await Promise.all([attempts.takeBack(address, attempt.id), attempts.takeBack(network, attempt.id)]);
      return { retryAfterMs: Math.max(...full.map((counted) => waitFor(counted, attempt.at))) };
    }
    const account = await check();
    await Promise.all([attempts.forget(address), attempts.takeBack(network, attempt.id)]);
    return { account };
  };
