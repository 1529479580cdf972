/** Milliseconds after which an event is slow and no longer counts among the events handled at one time. */
const SLOW_MS = 1_000;
/**
 * The maximum number of slow events that do not count. Each slow event needs memory for its message, but no processor
 * time.
 */
const SLOW_PLACES = 256;

/**
 * The events that one subscription handles at one time. An event that takes longer than `SLOW_MS` is slow, for example
 * because the database of its account does not answer. A slow event continues, but no longer counts, so the events of
 * some accounts do not block all others. While an account has a slow event, no other event of this account should
 * begin: it would probably be slow, too, and many such events would reach the limit for slow events.
 */
export class Places {
  private readonly underWay = new Set<Promise<void>>();
  /** The accounts of the slow events. */
  private readonly slow = new Map<Promise<void>, number>();

  /** @param onFree called when another event may possibly begin */
  constructor(
    private readonly concurrency: number,
    private readonly onFree: () => void,
  ) {}

  get free(): number {
    return Math.max(0, this.concurrency - this.underWay.size + Math.min(this.slow.size, SLOW_PLACES));
  }

  isSlow(accountId: number): boolean {
    return [...this.slow.values()].includes(accountId);
  }

  /** @param work never rejects */
  take(accountId: number, work: Promise<void>): void {
    const timer = setTimeout(() => {
      this.slow.set(work, accountId);
      this.onFree();
    }, SLOW_MS);
    const done = work.then(() => {
      clearTimeout(timer);
      this.slow.delete(work);
      this.underWay.delete(done);
      this.onFree();
    });
    this.underWay.add(done);
  }

  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
