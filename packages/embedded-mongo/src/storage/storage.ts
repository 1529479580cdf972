import { open, type RootDatabase } from 'lmdb';
import { type FreeBytes, freeBytesAt, requireSpace } from './free-space';
import { nameOf, type Transaction as Unseen } from './transaction';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

/** Changes that one commit writes to disk together. While `ending` is false, the batch accepts more changes. */
interface Batch {
  committed: Promise<void>;
  end: () => void;
  ending: boolean;
}

/**
 * The pause before a commit if no client waits for its writes. MongoDB writes its journal at the same interval. A page
 * that changes several times within the interval is written once.
 */
const LAZY_COMMIT_MILLISECONDS = 100;

/** The prefix of keys that belong to the engine, not to documents. */
export const META = Buffer.from([0, 0, 0, 0]);

/** Returns bytes that come after every key with this prefix. */
export const prefixEnd = (prefix: Buffer): Buffer => Buffer.concat([prefix, Buffer.from([0xff])]);

/**
 * One ordered key space on disk. A write runs at once, in an open transaction. All writes of this transaction share one
 * commit and one fsync. The commit follows at the end of this turn of the event loop if anybody waits for a write, and
 * otherwise after `LAZY_COMMIT_MILLISECONDS`. Reads see the writes of the open transaction.
 */
export class Storage {
  /** The number of entries that were written or removed since the start. */
  changes = 0;
  private readonly database: RootDatabase<Buffer, Buffer>;
  private batch: Batch | undefined;
  /**
   * The transaction of the running command, with its writes, which commands outside this transaction do not see yet.
   */
  private unseen: Unseen | undefined;
  private lazyCommit: NodeJS.Timeout | undefined;
  private dueCommit: NodeJS.Immediate | undefined;

  constructor(
    private readonly directory: string,
    /** Called when a commit failed. Everything since the last commit is then lost. */
    private readonly onFailedCommit: () => void,
    fsync = true,
    private readonly freeBytes: FreeBytes = freeBytesAt,
  ) {
    this.database = open<Buffer, Buffer>({
      path: directory,
      // Set explicitly, because lmdb treats a path with a dot in its last part as a file.
      noSubdir: false,
      encoding: 'binary',
      keyEncoding: 'binary',
      noSync: !fsync,
      overlappingSync: false,
      mapSize: 1 << 30,
    });
  }

  get(key: Buffer): Buffer | undefined {
    const own = this.unseen?.get(key);
    return own ? own.value : this.database.getBinary(key);
  }

  /**
   * Returns entries with `from <= key < to`, in descending order when `reverse`. Each call reads from the start of the
   * range and leaves no transaction open.
   */
  range(from: Buffer, to: Buffer, reverse = false, limit = Number.MAX_SAFE_INTEGER): Entry[] {
    const own = this.unseen?.within(from, to) ?? [];
    const stored = this.stored(from, to, reverse, limit + own.length);
    if (own.length === 0) return stored;
    const changed = new Set(own.map(({ key }) => nameOf(key)));
    const kept = stored.filter(({ key }) => !changed.has(nameOf(key)));
    const all = [...kept, ...own.filter((one): one is Entry => one.value !== undefined)];
    all.sort((one, other) => one.key.compare(other.key) * (reverse ? -1 : 1));
    return all.slice(0, limit);
  }

  private stored(from: Buffer, to: Buffer, reverse: boolean, limit: number): Entry[] {
    const bounds = reverse
      ? { start: to, end: from, reverse, exclusiveStart: true, inclusiveEnd: true }
      : { start: from, end: to };
    return Array.from(this.database.getRange({ ...bounds, limit, snapshot: false } as object));
  }

  count(from: Buffer, to: Buffer): number {
    return this.database.getKeysCount({ start: from, end: to });
  }

  /**
   * Runs a command of a transaction. The command sees the earlier writes of its transaction, and its own writes are
   * added to them. Must be called inside `write`.
   */
  within<T>(transaction: Unseen, job: () => T): T {
    this.unseen = transaction;
    try {
      return job();
    } finally {
      this.unseen = undefined;
    }
  }

  /** Claims a key for the running transaction, if there is one. Throws `WriteConflict`. */
  claim(key: Buffer): void {
    this.unseen?.claim(key);
  }

  /** Writes an entry. Must be called inside `write`. */
  put(key: Buffer, value: Buffer): void {
    if (this.unseen && !isMeta(key)) {
      this.unseen.set(key, value);
      return;
    }
    this.changes++;
    this.database.put(key, value);
  }

  /** Removes an entry. Must be called inside `write`. */
  remove(key: Buffer): void {
    if (this.unseen && !isMeta(key)) {
      this.unseen.set(key, undefined);
      return;
    }
    this.changes++;
    this.database.remove(key);
  }

  /**
   * Runs `job` in the open transaction. If `durable`, returns a promise that resolves when the change is on disk.
   * Otherwise returns the result immediately; the change is on disk about `LAZY_COMMIT_MILLISECONDS` later. What a job
   * has put before it throws stays, and the next commit writes it.
   * @throws EngineError OutOfDiskSpace
   */
  write<T>(job: () => T, durable = true): T | Promise<T> {
    if (this.batch?.ending)
      return this.batch.committed.catch(() => undefined).then(() => this.write(job, durable));
    if (!this.batch) requireSpace(this.directory, this.freeBytes);
    this.batch ??= this.begin();
    const { committed } = this.batch;
    const result = job();
    if (durable) {
      this.dueCommit ??= setImmediate(() => this.commit());
      return committed.then(() => result);
    }
    this.lazyCommit ??= setTimeout(() => this.commit(), LAZY_COMMIT_MILLISECONDS);
    return result;
  }

  private begin(): Batch {
    let end = () => {};
    // The callback returns a promise. The transaction stays open until this promise resolves.
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
    // If no write is durable, nobody awaits this promise. A failed commit must not end the process then.
    committed.catch(() => undefined);
    return { committed, end, ending: false };
  }

  private commit(): void {
    if (!this.batch || this.batch.ending) return;
    this.batch.ending = true;
    this.batch.end();
  }

  private reset(): void {
    clearTimeout(this.lazyCommit);
    clearImmediate(this.dueCommit);
    this.lazyCommit = undefined;
    this.dueCommit = undefined;
    this.batch = undefined;
  }

  async close(): Promise<void> {
    this.commit();
    await this.batch?.committed;
    await this.database.close();
  }
}

const isMeta = (key: Buffer): boolean => key.compare(META, 0, META.length, 0, META.length) === 0;
