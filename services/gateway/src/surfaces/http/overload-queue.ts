/** A request older than this waits for another service, such as a carrier. It uses no processor time meanwhile. */
const YOUNG_MS = 250;

/** How long the queue is kept short after the gateway was full. Then all places are used again. */
const SHORT_MS = 5_000;

/**
 * Keeps the queue short while more requests arrive than a process can serve. With more requests in progress, each only
 * waits for the others. None is answered earlier, and the memory of each survives several garbage collections.
 */
export class OverloadQueue {
  /** Young requests with the times when they began, the oldest first. */
  private readonly young = new Map<object, number>();
  private shortUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param most number of young requests that keep the processor busy
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

  /** To be called when all places of the gateway were taken. */
  overflowed(): void {
    this.shortUntil = this.now() + SHORT_MS;
  }

  /** Whether another request would only make the queue longer. */
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
