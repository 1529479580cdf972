/** An older request waits for somebody else, such as a carrier, and takes no processor time meanwhile. */
const YOUNG_MS = 250;

/** A shorter crowd is a burst, which is soon served. */
const BURST_MS = 500;

/**
 * Tells a queue that stays from a burst. Under more load than a process can serve, more requests in flight only wait for
 * one another: none is answered earlier, and what each has allocated outlives several garbage collections.
 */
export class StandingQueue {
  /** With the times when they began, the oldest first. */
  private readonly young = new Map<object, number>();
  private crowdedSince = 0;
  private crowdedUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param most young requests that keep the processor busy
   * @param now milliseconds of a steady clock
   */
  constructor(
    private readonly most: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  enter(request: object): void {
    const now = this.now();
    this.young.set(request, now);
    if (this.young.size < this.most) return;
    // Answers come many at a time, so a queue that stays is empty for moments.
    if (now - this.crowdedUntil > BURST_MS) this.crowdedSince = now;
    this.crowdedUntil = now;
  }

  leave(request: object): void {
    this.young.delete(request);
  }

  /** Whether another request would only lengthen it. */
  isFull(): boolean {
    if (this.young.size < this.most) return false;
    const now = this.now();
    for (const [request, begunAt] of this.young) {
      if (now - begunAt < YOUNG_MS) break;
      this.young.delete(request);
    }
    return this.young.size >= this.most && now - this.crowdedSince > BURST_MS;
  }
}
