/** A request older than this probably waits for another service, such as a carrier, and does not use the processor. */
const YOUNG_MS = 250;

/** For this long after the gateway was full, few requests are accepted. Then the usual limit applies again. */
const SHORT_MS = 5_000;

/**
 * Accepts few requests while more arrive than a process can serve. If the process accepted more requests, no request
 * would be answered sooner, but each would wait and use memory for longer.
 */
export class OverloadQueue {
  /** Young requests with the time when each began, the oldest first. */
  private readonly young = new Map<object, number>();
  private shortUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param most maximum number of young requests in the seconds after `overflowed`
   * @param now milliseconds of a clock that never goes back
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

  /** Must be called when the limit of the whole gateway was reached. */
  overflowed(): void {
    this.shortUntil = this.now() + SHORT_MS;
  }

  /**
   * Returns true in the seconds after `overflowed` while the maximum number of young requests is in progress. Another
   * request would then only have to wait, so it is better to refuse it.
   */
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
