import { DomainError } from './domain-error';

interface Bounds {
  /** Maximum pieces of work that run at once. */
  readonly concurrency: number;
  /** Maximum pieces of work that wait. Further work is refused. */
  readonly waiting: number;
}

interface Waiting {
  start(): void;
}

/** How much the newest duration counts in the average; 1 would ignore all earlier durations. */
const NEWEST = 0.2;

/**
 * Limits how many pieces of expensive work run at the same time. Work runs in order of arrival. When the queue is full,
 * further work is refused immediately. The refusal contains the seconds until the current queue is done. If a caller
 * stops waiting, its work is removed from the queue.
 */
export class BoundedQueue {
  private running = 0;
  private readonly line = new Set<Waiting>();
  /** The expected duration of one piece of work in milliseconds. */
  private expected = 50;

  constructor(private readonly bounds: Bounds) {}

  get size(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.line.size };
  }

  /**
   * @throws DomainError `unavailable`, with `retryAfterSeconds`, when the queue is full, or when the signal aborts
   * before the work begins
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.turn(signal);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.expected += NEWEST * (performance.now() - begun - this.expected);
      this.running -= 1;
      const [next] = this.line;
      next?.start();
    }
  }

  private turn(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(this.refusal('nobody waits for it any more'));
    if (this.running < this.bounds.concurrency) {
      this.running += 1;
      return Promise.resolve();
    }
    if (this.line.size >= this.bounds.waiting) return Promise.reject(this.refusal('the queue is full'));
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.line.delete(place);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        leave();
        reject(this.refusal('nobody waits for it any more'));
      };
      const place: Waiting = {
        start: () => {
          leave();
          this.running += 1;
          resolve();
        },
      };
      this.line.add(place);
      signal?.addEventListener('abort', giveUp);
    });
  }

  private refusal(detail: string): DomainError {
    const pieces = (this.running + this.line.size) / this.bounds.concurrency;
    const retryAfterSeconds = Math.max(Math.ceil((pieces * this.expected) / 1_000), 1);
    return new DomainError('unavailable', 'busy', {}, { detail, retryAfterSeconds });
  }
}
