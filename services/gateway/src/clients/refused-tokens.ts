import { type Authorization, AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';

interface Refused {
  readonly authorization: Authorization;
  /** When auth was asked: its answer is younger, so that nothing is refused longer than auth would. */
  readonly askedAt: number;
  readonly until: number;
}

/** Tokens that are kept of each kind. Texts that nobody has are anybody's to invent: they push out only their like. */
const REMEMBERED = 10_000;

/**
 * Tokens that auth has refused, for as long as it said that it would go on refusing them: a flood of them costs no call.
 * What auth would grant is never refused here. A key stands for a token on one surface.
 */
export class RefusedTokens {
  private readonly unknown = new BoundedMap<string, Refused>(REMEMBERED);
  private readonly others = new BoundedMap<string, Refused>(REMEMBERED);

  constructor(private readonly clock: Clock) {}

  /** The refusal of a token as auth would give it now; undefined when auth has to be asked. */
  find(key: string): Authorization | undefined {
    const refused = this.others.get(key) ?? this.unknown.get(key);
    if (!refused) return undefined;
    const now = this.now();
    // A clock that was put back says nothing about how long ago it was.
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
