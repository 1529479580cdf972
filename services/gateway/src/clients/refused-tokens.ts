import { type Authorization, AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';

interface Refused {
  readonly authorization: Authorization;
  /**
   * When the request to auth was sent. The refusal is stored from this time on, so no token is refused for longer than
   * auth said.
   */
  readonly askedAt: number;
  readonly until: number;
}

/**
 * Maximum tokens of each kind in memory. Anyone can invent unknown tokens, so unknown tokens remove only other unknown
 * tokens.
 */
const REMEMBERED = 10_000;

/**
 * Remembers the tokens that auth refused, for the time that auth said. A flood of such tokens then causes no calls. A
 * key is a token on one surface.
 */
export class RefusedTokens {
  private readonly unknown = new BoundedMap<string, Refused>(REMEMBERED);
  private readonly others = new BoundedMap<string, Refused>(REMEMBERED);

  constructor(private readonly clock: Clock) {}

  /** Returns the refusal as auth would now give it; undefined when auth must be called. */
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
    const kept = outcome === AuthorizeOutcome.INVALID_TOKEN ? this.unknown : this.others;
    kept.set(key, { authorization, askedAt, until: askedAt + refusedForMs });
  }

  now(): number {
    return this.clock.now().getTime();
  }
}
