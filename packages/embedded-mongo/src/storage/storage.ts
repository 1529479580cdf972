import { open, type RootDatabase } from 'lmdb';
import { type FreeBytes, freeBytesAt, requireSpace } from './free-space';
import { nameOf, type Transaction as Unseen } from './transaction';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

/** What goes to disk together; it takes more writes until it is `ending`. */
interface Batch {
  committed: Promise<void>;
  end: () => void;
  ending: boolean;
}

/** As often as MongoDB writes its journal: a page that changes several times meanwhile is written once. */
const LAZY_COMMIT_MILLISECONDS = 100;

/** Keys that begin with it belong to the engine, not to documents. */
export const META = Buffer.from([0, 0, 0, 0]);

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
  private batch: Batch | undefined;
  /** Of the command that runs just now. */
  private unseen: Unseen | undefined;
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
    const own = this.unseen?.get(key);
    return own ? own.value : this.database.getBinary(key);
  }

  /** Entries with `from <= key < to`, from the far end when `reverse`; a fresh read each call, nothing stays open. */
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

  /** Runs a command of a transaction: it sees what that has written, and writes to it. Only inside `write`. */
  within<T>(transaction: Unseen, job: () => T): T {
    this.unseen = transaction;
    try {
      return job();
    } finally {
      this.unseen = undefined;
    }
  }

  /** Takes a key for the transaction that runs just now, if one does. Throws `WriteConflict`. */
  claim(key: Buffer): void {
    this.unseen?.claim(key);
  }

  /** Only inside `write`. */
  put(key: Buffer, value: Buffer): void {
    if (this.unseen && !isMeta(key)) {
      this.unseen.set(key, value);
      return;
    }
    this.changes++;
    this.database.put(key, value);
  }

  /** Only inside `write`. */
  remove(key: Buffer): void {
    if (this.unseen && !isMeta(key)) {
      this.unseen.set(key, undefined);
      return;
    }
    this.changes++;
    this.database.remove(key);
  }

  /**
   * Runs `job` in the open transaction. Durable: a promise that resolves once the effect is on disk. Not durable: the
   * result at once, on disk some milliseconds later. A job must throw before its first `put`, or not at all.
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
    // A failure is ignored here: writes that are not durable have no waiter.
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
