import type { Authorization } from './authorization';
import { type RateWindow, type Surface, windowStart } from './rate-window';

type Granted = Extract<Authorization, { accountId: unknown }>;

/**
 * What the tokens granted in this very minute stand for: that never changes for a token's text. It says nothing about
 * whether a token still lives; every request asks the database that.
 */
export class RecentGrants {
  private minute: RateWindow = 0;
  private grants = new Map<string, Granted>();

  note(tokenHash: string, surface: Surface, granted: Granted, now: Date): void {
    this.turn(now);
    this.grants.set(surface + tokenHash, granted);
  }

  find(tokenHash: string, surface: Surface, now: Date): Granted | undefined {
    this.turn(now);
    return this.grants.get(surface + tokenHash);
  }

  forget(tokenHash: string, surface: Surface): void {
    this.grants.delete(surface + tokenHash);
  }

  private turn(now: Date): void {
    const minute = windowStart(now);
    if (minute === this.minute) return;
    this.minute = minute;
    this.grants = new Map();
  }
}
