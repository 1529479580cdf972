/** An older request waits for somebody else, such as a carrier, and takes no processor time meanwhile. */
const YOUNG_MS = 250;

/** How long the queue is kept short after the gateway was full; then all places are tried again. */
const SHORT_MS = 5_000;

/**
 * Keeps a queue short while more comes than a process can serve: more requests in flight only wait for one another. None
 * is answered earlier, and what each has allocated outlives several garbage collections.
 */
export class StandingQueue {
  /** With the times when they began, the oldest first. */
  private readonly young = new Map<object, number>();
  private shortUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param most young requests that keep the processor busy
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

  /** All places of the gateway were taken. */
  overflowed(): void {
    this.shortUntil = this.now() + SHORT_MS;
  }

  /** Whether another request would only lengthen it. */
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
