import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Authorization } from '../domain/authorization';
import { type RateWindow, type Surface, windowStart } from '../domain/rate-window';

type Granted = Extract<Authorization, { accountId: unknown }>;

interface KnownToken {
  /** What the token stands for: that never changes for a token's text. */
  grant: Granted;
  /** The start of the minute that this process counted a request of it into last. */
  minute: RateWindow;
}

/**
 * Tokens that were granted before. They say nothing about whether a token still lives or has room: every request asks
 * the database that.
 */
export class KnownTokens {
  private readonly known: Map<string, KnownToken>;

  /** @param most of them are kept; of more, those that were noted first are forgotten */
  constructor(most: number) {
    this.known = new BoundedMap(most);
  }

  note(tokenHash: string, surface: Surface, grant: Granted, now: Date): void {
    this.known.set(surface + tokenHash, { grant, minute: windowStart(now) });
  }

  /** What a token stands for, and whether a request of it was counted in this minute; this one is, from now on. */
  use(tokenHash: string, surface: Surface, now: Date): { grant: Granted; opened: boolean } | undefined {
    const token = this.known.get(surface + tokenHash);
    if (!token) return undefined;
    const minute = windowStart(now);
    const opened = token.minute >= minute;
    token.minute = minute;
    return { grant: token.grant, opened };
  }

  forget(tokenHash: string, surface: Surface): void {
    this.known.delete(surface + tokenHash);
  }
}
