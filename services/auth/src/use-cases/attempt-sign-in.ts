import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Budget } from '../domain/budget';
import type { Email } from '../domain/email';
import type { BudgetWindows, Passwords, PasswordWork, TokenSecrets } from '../ports';
import { countersOf } from './spend-budget';

interface Dependencies {
  windows: BudgetWindows;
  budget: Budget;
  passwords: Passwords;
  secrets: TokenSecrets;
  clock: Clock;
  /** Told of every outcome, for the figures. */
  note(budget: 'sign_in', outcome: 'spent' | 'network' | 'account'): void;
}

export type Attempt<T> = { passed: T } | { retryAfterMs: number };

export type AttemptSignIn = <T>(
  email: Email,
  ip: string,
  check: (work: PasswordWork) => Promise<T>,
  signal?: AbortSignal,
) => Promise<Attempt<T>>;

/** Refusals that this process remembers, so that whoever goes on trying costs the database nothing. */
const REMEMBERED = 10_000;
/** And for how long at most: a check that is under way in another process may make room again. */
const REMEMBERED_MS = 5_000;

/**
 * Lets a password be checked unless too many checks failed of late, for its address or from its network. The attempt is
 * counted before the check, so that a hundred at once are ten checks, and taken back when the password was right; what
 * broke off is no failure either. An address that has no account is counted like any other.
 *
 * It is counted when it is its turn to be checked and not before. What waits for its turn does not stand in the way of
 * others, and what finds the window filled by checks under way here waits for how they end: sign-ins that are all
 * correct never refuse each other.
 */
export function attemptSignIn(dependencies: Dependencies): AttemptSignIn {
  const { windows, budget, passwords, secrets, clock, note } = dependencies;
  const underWay = new Map<string, Set<Promise<GivenBack>>>();
  const refusals = new BoundedMap<string, { until: Date; known: Date }>(REMEMBERED);

  /** Milliseconds that are left of a refusal, 0 without one. */
  const remembered = (key: string, now: Date) => {
    const refusal = refusals.get(key);
    const isFresh = refusal && now.getTime() - refusal.known.getTime() < REMEMBERED_MS;
    return isFresh ? Math.max(refusal.until.getTime() - now.getTime(), 0) : 0;
  };

  return async <Passed>(
    email: Email,
    ip: string,
    check: (work: PasswordWork) => Promise<Passed>,
    signal?: AbortSignal,
  ): Promise<Attempt<Passed>> => {
    const [network, address] = countersOf(secrets, 'sign_in', budget, { ip, account: email });
    const keys = [address.key, network.key];

    const turn = async (work: PasswordWork): Promise<{ passed: Passed } | { full: Full }> => {
      const now = clock.now();
      const others = (key: string) => [...(underWay.get(key) ?? [])];
      const full = (key: string, until: Date, pending: Promise<GivenBack>[]): Full => ({
        key,
        until,
        pending,
      });
      const givenBack: string[] = [];
      const giveBack = async (key: string, id: string) => {
        await windows.giveBack(key, id);
        givenBack.push(key);
      };
      const beside = { address: others(address.key), network: others(network.key) };
      const end = track(underWay, keys);
      try {
        const first = await windows.use(address.key, address, now);
        if (!first.counted) return { full: full(address.key, first.roomAt, beside.address) };
        const second = await windows.use(network.key, network, now);
        if (!second.counted) {
          await giveBack(address.key, first.id);
          return { full: full(network.key, second.roomAt, beside.network) };
        }
        try {
          const passed = await check(work);
          await Promise.all([windows.forget(address.key), giveBack(network.key, second.id)]);
          givenBack.push(address.key);
          return { passed };
        } catch (error) {
          if (isWrongPassword(error)) note('sign_in', 'spent');
          else {
            await Promise.all([giveBack(address.key, first.id), giveBack(network.key, second.id)]);
          }
          throw error;
        }
      } finally {
        end(givenBack);
      }
    };

    for (;;) {
      const now = clock.now();
      const waits = { account: remembered(address.key, now), network: remembered(network.key, now) };
      const retryAfterMs = Math.max(waits.account, waits.network);
      if (retryAfterMs > 0) {
        note('sign_in', waits.account > 0 ? 'account' : 'network');
        return { retryAfterMs };
      }
      const outcome = await passwords.inTurn(turn, signal);
      if ('passed' in outcome) return outcome;
      const { key, until, pending } = outcome.full;
      const ended = await Promise.all(pending);
      if (ended.some((given) => given.includes(key))) continue;
      // The next round tells it, now and for as long as it holds.
      refusals.set(key, { until, known: now });
    }
  };
}

/** A window without room, and the attempts that may yet make some. */
interface Full {
  key: string;
  until: Date;
  pending: Promise<GivenBack>[];
}

/** The keys that an attempt counted for and counts for no more. */
type GivenBack = readonly string[];

/** Notes an attempt until the returned function is called. */
function track(underWay: Map<string, Set<Promise<GivenBack>>>, keys: readonly string[]) {
  let ended: (given: GivenBack) => void = () => undefined;
  const attempt = new Promise<GivenBack>((resolve) => {
    ended = resolve;
  });
  for (const key of keys) underWay.set(key, (underWay.get(key) ?? new Set()).add(attempt));
  return (given: GivenBack) => {
    ended(given);
    for (const key of keys) {
      const left = underWay.get(key);
      left?.delete(attempt);
      if (left?.size === 0) underWay.delete(key);
    }
  };
}

const isWrongPassword = (error: unknown) => error instanceof DomainError && error.code === 'unauthenticated';
