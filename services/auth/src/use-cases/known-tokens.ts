import type { Authorization } from '@parcelyard/contracts/auth';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import { type RateWindow, type Surface, windowStart } from '../domain/rate-window';

interface KnownToken {
  grant: Authorization;
  /** The last minute in which this process counted a request of the token. */
  minute: RateWindow;
}

/**
 * Tokens of which this process accepted a request before. Their next requests are still checked in the database,
 * because a token may have been revoked.
 */
export class KnownTokens {
  private readonly known: Map<string, KnownToken>;

  /** @param maxTokens maximum number of entries; the oldest entries are removed first */
  constructor(maxTokens: number) {
    this.known = new BoundedMap(maxTokens);
  }

  note(tokenHash: string, surface: Surface, grant: Authorization, now: Date): void {
    this.known.set(surface + tokenHash, { grant, minute: windowStart(now) });
  }

  /**
   * Returns the answer to the token's last accepted request, and whether this process has counted a request in this
   * minute.
   */
  use(tokenHash: string, surface: Surface, now: Date): { grant: Authorization; opened: boolean } | undefined {
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
