import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import type { Passwords } from '../../ports';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords hashed by argon2id, each with a salt of its own. Each runs in a thread, as many as the queue lets. */
export function createArgon2Passwords(queue: BoundedQueue): Passwords {
  // What an unknown user's password is compared with: of equal cost, and nobody knows what it was made from.
  let decoy: Promise<string> | undefined;
  return {
    inTurn: (run, signal) =>
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
