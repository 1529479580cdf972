import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { ageMs } from '@parcelyard/service-kit/possible-times';
import type { PasswordWork } from '../adapters/crypto/argon2-passwords';
import type { Email } from '../domain/credentials';
import type { Quota } from '../domain/quota';
import type { AuthPorts } from '../ports';
import { countersOf } from './take-quota';

type Ports = Pick<AuthPorts, 'windows' | 'passwords' | 'secrets' | 'clock' | 'countUse'> & { quota: Quota };

type Attempt<T> = { passed: T } | { retryAfterMs: number };

/** The most refusals that this process remembers. A remembered refusal needs no database command. */
const MAX_REFUSALS = 10_000;
/**
 * The longest time for which a refusal is remembered. The time is short, because another process may subtract an
 * attempt, and a sign-in is then possible again.
 */
const REFUSAL_TTL_MS = 5_000;

/**
 * Checks a password, unless too many recent checks failed for the same e-mail address or network. The attempt is
 * counted before the check, so of 100 attempts at once only 10 run. If the check is interrupted, the attempt is
 * subtracted again. If the password is right, it is subtracted from the network's attempts, and all attempts for the
 * address are forgotten. Attempts for addresses without an account are counted too.
 *
 * An attempt is counted when its turn in the queue comes. The limit may then be reached only because of checks that
 * still run in this process. The attempt waits for the results of these checks, because a right password is subtracted
 * again. So a right password never causes the refusal of another sign-in.
 */
export function createAttemptSignIn({ windows, quota, passwords, secrets, clock, countUse }: Ports) {
  const underWay = new Map<string, Set<Promise<ReleasedKeys>>>();
  const refusals = new BoundedMap<string, { until: Date; knownAt: Date }>(MAX_REFUSALS);

  /** Returns for how many milliseconds this key is still refused; 0 when no refusal is remembered. */
  const refusedForMs = (key: string, now: Date) => {
    const refusal = refusals.get(key);
    const isFresh = refusal && ageMs(refusal.knownAt, now) < REFUSAL_TTL_MS;
    return isFresh ? Math.max(refusal.until.getTime() - now.getTime(), 0) : 0;
  };

  return async <Passed>(
    email: Email,
    ip: string,
    check: (work: PasswordWork) => Promise<Passed>,
    signal?: AbortSignal,
  ): Promise<Attempt<Passed>> => {
    const [network, address] = countersOf(secrets, 'sign_in', quota, { ip, account: email });
    const keys = [address.key, network.key];

    const turn = async (work: PasswordWork): Promise<{ passed: Passed } | { full: FullWindow }> => {
      const now = clock.now();
      const othersOf = (key: string) => [...(underWay.get(key) ?? [])];
      const others = { address: othersOf(address.key), network: othersOf(network.key) };
      const released: string[] = [];
      const release = async (key: string, id: string) => {
        await windows.release(key, id);
        released.push(key);
      };
      const end = track(underWay, keys);
      try {
        const first = await windows.use(address.key, address, now);
        if (!first.counted)
          return { full: { key: address.key, until: first.roomAt, pending: others.address } };
        const second = await windows.use(network.key, network, now);
        if (!second.counted) {
          await release(address.key, first.id);
          return { full: { key: network.key, until: second.roomAt, pending: others.network } };
        }
        try {
          const passed = await check(work);
          await Promise.all([windows.forget(address.key), release(network.key, second.id)]);
          released.push(address.key);
          return { passed };
        } catch (error) {
          if (isWrongPassword(error)) countUse('sign_in', 'taken');
          else await Promise.all([release(address.key, first.id), release(network.key, second.id)]);
          throw error;
        }
      } finally {
        end(released);
      }
    };

    for (;;) {
      const now = clock.now();
      const waits = { account: refusedForMs(address.key, now), network: refusedForMs(network.key, now) };
      const retryAfterMs = Math.max(waits.account, waits.network);
      if (retryAfterMs > 0) {
        countUse('sign_in', waits.account > 0 ? 'account' : 'network');
        return { retryAfterMs };
      }
      const outcome = await passwords.inTurn(turn, signal);
      if ('passed' in outcome) return outcome;
      const { key, until, pending } = outcome.full;
      const ended = await Promise.all(pending);
      if (ended.some((released) => released.includes(key))) continue;
      refusals.set(key, { until, knownAt: clock.now() });
    }
  };
}

export type AttemptSignIn = ReturnType<typeof createAttemptSignIn>;

/** A counter that has reached its limit, and the running attempts that may be subtracted from it. */
interface FullWindow {
  key: string;
  until: Date;
  pending: Promise<ReleasedKeys>[];
}

/** Keys of the counters from which an attempt was subtracted again. */
type ReleasedKeys = readonly string[];

/** Registers a running attempt. Call the returned function when the attempt has ended. */
function track(underWay: Map<string, Set<Promise<ReleasedKeys>>>, keys: readonly string[]) {
  let ended: (released: ReleasedKeys) => void = () => undefined;
  const attempt = new Promise<ReleasedKeys>((resolve) => {
    ended = resolve;
  });
  for (const key of keys) underWay.set(key, (underWay.get(key) ?? new Set()).add(attempt));
  return (released: ReleasedKeys) => {
    ended(released);
    for (const key of keys) {
      const attempts = underWay.get(key);
      attempts?.delete(attempt);
      if (attempts?.size === 0) underWay.delete(key);
    }
  };
}

const isWrongPassword = (error: unknown) => error instanceof DomainError && error.code === 'unauthenticated';
