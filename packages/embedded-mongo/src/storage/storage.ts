import { open, type RootDatabase } from 'lmdb';

interface Job {
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

export interface Entry {
  key: Buffer;
  value: Buffer;
}

/** One ordered key space on disk. All writes that arrive in one turn of the event loop share one commit and one fsync. */
export class Storage {
  private readonly database: RootDatabase<Buffer, Buffer>;
  private jobs: Job[] = [];
  private committing: Promise<void> | undefined;

  constructor(
    directory: string,
    private readonly onFailedCommit: () => void,
    fsync = true,
  ) {
    this.database = open<Buffer, Buffer>({
      path: directory,
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
    this.database.put(key, value);
  }

  /** Only inside `write`. */
  remove(key: Buffer): void {
    this.database.remove(key);
  }

  /** Runs `job` alone in a write transaction; the promise resolves once its effect is on disk. */
  write<T>(job: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.jobs.push({ run: job, resolve: resolve as Job['resolve'], reject });
      if (this.jobs.length === 1) setImmediate(() => this.commit());
    });
  }

  private commit(): void {
    const jobs = this.jobs;
    this.jobs = [];
    const settle: (() => void)[] = [];
    try {
      this.database.transactionSync(() => {
        for (const { run, resolve, reject } of jobs) {
          try {
            const result = run();
            settle.push(() => resolve(result as never));
          } catch (error) {
            settle.push(() => reject(error));
          }
        }
      });
    } catch (error) {
      this.onFailedCommit();
      for (const { reject } of jobs) reject(error);
      return;
    }
    for (const done of settle) done();
  }

  async close(): Promise<void> {
    if (this.jobs.length > 0) this.commit();
    await this.database.close();
  }
}
