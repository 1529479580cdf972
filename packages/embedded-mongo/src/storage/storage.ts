import { open, type RootDatabase } from 'lmdb';
import { type FreeBytes, freeBytesAt, requireSpace } from './free-space';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

/** A transaction that takes more writes until it is `ending`. */
interface Transaction {
  committed: Promise<void>;
  end: () => void;
  ending: boolean;
}

/** As often as MongoDB writes its journal: a page that changes several times meanwhile is written once. */
const LAZY_COMMIT_MILLISECONDS = 100;

/** Bytes past every key with a prefix. */
export const prefixEnd = (prefix: Buffer): Buffer => Buffer.concat([prefix, Buffer.from([0xff])]);

/**
 * One ordered key space on disk. A write runs at once, in a transaction that stays open to the end of this turn of the
 * event loop: all writes of a turn share one commit and one fsync. Reads see what the open transaction wrote.
 */
export class Storage {
  /** How many entries were written since the start. */
  changes = 0;
  private readonly database: RootDatabase<Buffer, Buffer>;
  private transaction: Transaction | undefined;
  private lazyCommit: NodeJS.Timeout | undefined;
  private dueCommit: NodeJS.Immediate | undefined;

  constructor(
    private readonly directory: string,
    /** Told when a commit failed: nothing since the last one is kept. */
    private readonly onFailedCommit: () => void,
    fsync = true,
    private readonly freeBytes: FreeBytes = freeBytesAt,
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
  range(from: Buffer, to: Buffer, reverse = false, limit = Number.MAX_SAFE_INTEGER): Entry[] {
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
   * @throws EngineError OutOfDiskSpace
   */
  write<T>(job: () => T, durable = true): T | Promise<T> {
    if (this.transaction?.ending)
      return this.transaction.committed.catch(() => undefined).then(() => this.write(job, durable));
    if (!this.transaction) requireSpace(this.directory, this.freeBytes);
    this.transaction ??= this.begin();
    const { committed } = this.transaction;
    const result = job();
    if (durable) {
      this.dueCommit ??= setImmediate(() => this.commit());
      return committed.then(() => result);
    }
    this.lazyCommit ??= setTimeout(() => this.commit(), LAZY_COMMIT_MILLISECONDS);
    return result;
  }

  private begin(): Transaction {
    let end = () => {};
    // The transaction lasts as long as the promise that its callback returns.
    const transaction: unknown = this.database.transactionSync(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    const committed = (transaction as Promise<void>).then(
      () => this.reset(),
      (error) => {
        this.reset();
        this.onFailedCommit();
        throw error;
      },
    );
    // Nobody waits for a write that is not durable.
    committed.catch(() => undefined);
    return { committed, end, ending: false };
  }

  private commit(): void {
    if (!this.transaction || this.transaction.ending) return;
    this.transaction.ending = true;
    this.transaction.end();
  }

  private reset(): void {
    clearTimeout(this.lazyCommit);
    clearImmediate(this.dueCommit);
    this.lazyCommit = undefined;
    this.dueCommit = undefined;
    this.transaction = undefined;
  }

  async close(): Promise<void> {
    this.commit();
    await this.transaction?.committed;
    await this.database.close();
  }
}
