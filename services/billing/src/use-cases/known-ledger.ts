import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { lasts } from '@parcelyard/service-kit/possible-times';
import type { Position, Transfer } from '../domain/ledger';

const MAX_ACCOUNTS = 10_000;
const MAX_HOLDS = 2_000;
/**
 * How long a position is remembered. The restore of a backup takes longer than this. So after a restore, no process
 * remembers a position from before the restore.
 */
const KEPT_MS = 60_000;
/**
 * For this long after this process has noticed that another process writes to an account's ledger, this process does
 * not remember the account's position.
 */
const SHARED_MS = 600_000;

interface Kept<T> {
  readonly value: T;
  readonly until: number;
}

/**
 * Remembers each account's last ledger position and the holds that this process wrote. If another process has written
 * to the ledger since then, a unique index refuses this process's next write. While several processes write to one
 * account, the account's position is not remembered, because a refused write costs more than a read.
 */
export class KnownLedger {
  private readonly positions = new BoundedMap<AccountId, Kept<Position>>(MAX_ACCOUNTS);
  private readonly rejectedSeqs = new BoundedMap<AccountId, number>(MAX_ACCOUNTS);
  private readonly sharedUntil = new BoundedMap<AccountId, number>(MAX_ACCOUNTS);
  private readonly holds = new BoundedMap<string, Kept<Transfer>>(MAX_HOLDS);

  constructor(private readonly clock: Clock) {}

  position(accountId: AccountId): Position | undefined {
    return this.fresh(this.positions.get(accountId));
  }

  hold(accountId: AccountId, key: string): Transfer | undefined {
    const hold = this.fresh(this.holds.get(key));
    return hold?.accountId === accountId ? hold : undefined;
  }

  keep(accountId: AccountId, position: Position, transfers: readonly Transfer[]): void {
    const now = this.clock.now().getTime();
    const until = now + KEPT_MS;
    if ((this.sharedUntil.get(accountId) ?? 0) <= now)
      this.positions.set(accountId, { value: position, until });
    for (const one of transfers) if (one.kind === 'hold') this.holds.set(one.key, { value: one, until });
  }

  forget(accountId: AccountId): void {
    this.positions.delete(accountId);
  }

  /**
   * Called when a transfer was not possible at the remembered position. The next read shows whether another process had
   * changed the ledger.
   */
  doubt(accountId: AccountId, { seq }: Position): void {
    this.forget(accountId);
    this.rejectedSeqs.set(accountId, seq);
  }

  compare(accountId: AccountId, { seq }: Position): void {
    const cachedSeq = this.rejectedSeqs.get(accountId);
    this.rejectedSeqs.delete(accountId);
    if (cachedSeq === undefined || cachedSeq === seq) return;
    this.sharedUntil.set(accountId, this.clock.now().getTime() + SHARED_MS);
  }

  private fresh<T>(kept: Kept<T> | undefined): T | undefined {
    return kept && lasts(kept.until, this.clock.now(), KEPT_MS) ? kept.value : undefined;
  }
}
