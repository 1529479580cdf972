import { open, type RootDatabase } from 'lmdb';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

interface Waiter {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** As often as MongoDB writes its journal: a page that changes several times meanwhile is written once. */
const LAZY_COMMIT_MILLISECONDS = 100;

/**
 * One ordered key space on disk. A write runs at once, in a transaction that stays open to the end of this turn of the
 * event loop: all writes of a turn share one commit and one fsync. Reads see what the open transaction wrote.
 */
export class Storage {
  /** How many entries were written since the start. */
  changes = 0;
  private readonly database: RootDatabase<Buffer, Buffer>;
  private endTransaction: (() => void) | undefined;
  private committing: Promise<void> | undefined;
  private waiters: Waiter[] = [];
  private lazyCommit: NodeJS.Timeout | undefined;

  constructor(
    directory: string,
    /** Told when a commit failed: nothing since the last one is kept. */
    private readonly onFailedCommit: () => void,
    fsync = true,
  ) {
    this.database = open<Buffer, Buffer>({
      path: directory,
      // Said outright: lmdb takes a path whose last part has a dot in it for a file.
      noSubdir: false,
      encoding: 'binary',
      keyEncoding: 'binary',
      noSync: !fsync,
      overlappingSync: false,
      mapSize: 1 << 30,
    });
  }

  get(key: Buffer): Buffer | undefined {
    return this.database.getBinary(key);
  }

  /** Entries with `from <= key < to`, from the far end when `reverse`; a fresh read each call, nothing stays open. */
  range(from: Buffer, to: Buffer, reverse: boolean, limit: number): Entry[] {
    const bounds = reverse
      ? { start: to, end: from, reverse, exclusiveStart: true, inclusiveEnd: true }
      : { start: from, end: to };
    return Array.from(this.database.getRange({ ...bounds, limit, snapshot: false } as object));
  }

  count(from: Buffer, to: Buffer): number {
    return this.database.getKeysCount({ start: from, end: to });
  }

  /** Only inside `write`. */
  put(key: Buffer, value: Buffer): void {
    this.changes++;
    this.database.put(key, value);
  }

  /** Only inside `write`. */
  remove(key: Buffer): void {
    this.changes++;
    this.database.remove(key);
  }

  /**
   * Runs `job` in the open transaction. Durable: a promise that resolves once the effect is on disk. Not durable: the
   * result at once, on disk some milliseconds later. A job must throw before its first `put`, or not at all.
   */
  write<T>(job: () => T, durable = true): T | Promise<T> {
    if (this.committing) return this.committing.then(() => this.write(job, durable));
    if (!this.endTransaction) this.begin();
    const result = job();
    if (durable) return this.untilCommit().then(() => result);
    this.lazyCommit ??= setTimeout(() => this.commit(), LAZY_COMMIT_MILLISECONDS);
    return result;
  }

  private begin(): void {
    // The transaction lasts as long as the promise that its callback returns.
    const transaction: unknown = this.database.transactionSync(
      () =>
        new Promise<void>((resolve) => {
          this.endTransaction = resolve;
        }),
    );
    (transaction as Promise<void>).then(
      () => this.settle((waiter) => waiter.resolve()),
      (error) => {
        this.onFailedCommit();
        this.settle((waiter) => waiter.reject(error));
      },
    );
  }

  private untilCommit(): Promise<void> {
    if (this.waiters.length === 0) setImmediate(() => this.commit());
    return new Promise((resolve, reject) => this.waiters.push({ resolve, reject }));
  }

  private commit(): void {
    if (!this.endTransaction || this.committing) return;
    this.committing = new Promise((resolve) => this.waiters.push({ resolve, reject: () => resolve() }));
    this.endTransaction();
  }

  private settle(each: (waiter: Waiter) => void): void {
    clearTimeout(this.lazyCommit);
    this.lazyCommit = undefined;
    this.endTransaction = undefined;
    this.committing = undefined;
    const waiters = this.waiters;
    this.waiters = [];
    for (const waiter of waiters) each(waiter);
  }

  async close(): Promise<void> {
    this.commit();
    await this.committing;
    await this.database.close();
  }
}
