import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';

/** OWASP's minimum for argon2id: 19 MiB, two passes, parallelism 1. The library's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The operations on passwords. Each uses one core and much memory for some time. */
export interface PasswordWork {
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a hash. An unknown address has no hash, but the comparison takes as long as for a known
   * address, so that the time does not reveal which addresses have an account.
   */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

/**
 * Passwords hashed by argon2id, each with its own salt. Each operation runs in a thread; the queue limits the number of
 * threads.
 */
export function createArgon2Passwords(queue: BoundedQueue) {
  // An unknown user's password is compared with this hash of a random password, so that the comparison takes as long as
  // for a known user.
  let decoy: Promise<string> | undefined;
  return {
    /**
     * Runs password work when its turn in the queue comes. An abort removes the work from the queue. Work that has
     * begun continues.
     * @throws DomainError unavailable, with retryAfterSeconds, when the queue is full or the work was removed
     */
    inTurn: <T>(run: (work: PasswordWork) => Promise<T>, signal?: AbortSignal): Promise<T> =>
      queue.run(
        () =>
          run({
            hash: (password) => hash(password, COST, signal),
            matches: async (password, stored) => {
              decoy ??= hash(randomBytes(32), COST);
              const matches = await verify(stored ?? (await decoy), password, undefined, signal);
              return matches && stored !== undefined;
            },
          }),
        signal,
      ),
  };
}

export type Passwords = ReturnType<typeof createArgon2Passwords>;
