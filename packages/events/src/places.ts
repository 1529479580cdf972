/** Milliseconds after which an event no longer counts among those that are handled at one time. */
const SLOW_MS = 1_000;
/** Most events that have given up their place and go on. Each costs a message and a wait, and no processor time. */
const SLOW_PLACES = 256;

/**
 * The events that one subscription handles at one time. One that takes long, because the database that has its account is
 * away, gives its place to others and goes on: so the events of some accounts do not hold up those of all. Others of its
 * account should not begin meanwhile: they would take all such places.
 */
export class Places {
  private readonly underWay = new Set<Promise<void>>();
  /** Accounts of the slow ones. */
  private readonly slow = new Map<Promise<void>, number>();

  /** @param onFree called whenever there may be a place again */
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

  /** Resolves when what is under way now has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
