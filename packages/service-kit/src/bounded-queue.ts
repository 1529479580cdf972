import { DomainError } from './domain-error';

interface Bounds {
  /** How many run at one time. */
  readonly concurrency: number;
  /** How many may wait for that; one more is refused. */
  readonly waiting: number;
}

interface Waiting {
  start(): void;
}

/** How much the newest duration weighs in the one that is expected. */
const NEWEST = 0.2;

/**
 * Work that is dear, a few pieces at a time and in the order of asking. What finds the queue full is refused at once,
 * with the seconds after which the queue as it is now will be worked off; what its caller no longer waits for leaves it.
 */
export class BoundedQueue {
  private running = 0;
  private readonly line = new Set<Waiting>();
  /** Milliseconds that a piece is expected to take. */
  private expected = 50;

  constructor(private readonly bounds: Bounds) {}

  get size(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.line.size };
  }

  /** @throws DomainError unavailable, with retryAfterSeconds, when the queue is full or the signal aborts meanwhile */
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
