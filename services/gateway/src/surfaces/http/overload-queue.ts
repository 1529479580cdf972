/**
 * A request older than this probably waits for another service, such as a carrier, and uses no processor time
 * meanwhile.
 */
const YOUNG_MS = 250;

/**
 * Milliseconds in which the queue is kept short after the gateway was full. After that, the whole limit is used again.
 */
const SHORT_MS = 5_000;

/**
 * Keeps the queue short while more requests arrive than a process can serve. If more requests were in progress, each
 * would only wait for the others. No request would be answered earlier, and the memory of each would survive several
 * garbage collections.
 */
export class OverloadQueue {
  /** Young requests with the times when they began, the oldest first. */
  private readonly young = new Map<object, number>();
  private shortUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param most maximum number of young requests that keep the processor busy
   * @param now milliseconds of a steady clock
   */
  constructor(
    private readonly most: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  enter(request: object): void {
    this.young.set(request, this.now());
  }

  leave(request: object): void {
    this.young.delete(request);
  }

  /** Must be called when the gateway's limit was reached. */
  overflowed(): void {
    this.shortUntil = this.now() + SHORT_MS;
  }

  /** Returns whether another request would only make the queue longer. */
  isFull(): boolean {
    if (this.young.size < this.most) return false;
    const now = this.now();
    if (now >= this.shortUntil) return false;
    for (const [request, begunAt] of this.young) {
      if (now - begunAt < YOUNG_MS) break;
      this.young.delete(request);
    }
    return this.young.size >= this.most;
  }
}
