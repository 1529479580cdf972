import { type Authorization, AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';

interface Refused {
  readonly authorization: Authorization;
  /**
   * When auth was asked. The refusal's duration begins at this time, so the refusal never lasts longer than auth said.
   */
  readonly askedAt: number;
  readonly until: number;
}

/**
 * How many tokens each of the two lists may have. Unknown tokens have their own list, because anyone can invent many of
 * them, and these must not remove other refused tokens from memory.
 */
const REMEMBERED = 10_000;

/**
 * Remembers which tokens auth refused, for as long as auth said. So a flood of requests with refused tokens causes no
 * calls to auth. An entry's key consists of a surface and the hash of a token.
 */
export class RefusedTokens {
  private readonly unknown = new BoundedMap<string, Refused>(REMEMBERED);
  private readonly others = new BoundedMap<string, Refused>(REMEMBERED);

  constructor(private readonly clock: Clock) {}

  /** Returns the refusal as auth would give it now; undefined when auth must be asked. */
  find(key: string): Authorization | undefined {
    const refused = this.others.get(key) ?? this.unknown.get(key);
    if (!refused) return undefined;
    const now = this.now();
    // If the clock was set back, the age of the refusal is unknown, so the refusal is not used.
    if (now >= refused.until || now < refused.askedAt) return undefined;
    const { rateWindow, ...authorization } = refused.authorization;
    if (!rateWindow) return authorization;
    const secondsLeft = Math.max(1, Math.ceil((refused.until - now) / 1_000));
    return { ...authorization, rateWindow: { ...rateWindow, secondsLeft } };
  }

  note(key: string, authorization: Authorization, askedAt: number): void {
    const { outcome, refusedForMs = 0 } = authorization;
    if (refusedForMs <= 0) return;
    const isUnknown = outcome === AuthorizeOutcome.INVALID_TOKEN;
    const [kept, other] = isUnknown ? [this.unknown, this.others] : [this.others, this.unknown];
    // Removes the token's older refusal from the other list. Otherwise `find` might read only the older refusal.
    other.delete(key);
    kept.set(key, { authorization, askedAt, until: askedAt + refusedForMs });
  }

  now(): number {
    return this.clock.now().getTime();
  }
}
