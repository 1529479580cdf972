import type { Clock } from '@parcelyard/service-kit/clock';
import type { Collection, Filter, IndexDescription, UpdateFilter, UpdateOptions, WithId } from 'mongodb';

/** Every collection with due work has it. */
export const dueIndex: IndexDescription = { key: { dueAt: 1 }, sparse: true, name: 'due' };

/** The fields of a document with due work. */
export interface DueDocument {
  accountId: number;
  /** When the work may start; absent when there is none. */
  dueAt?: Date;
  /** Until this moment the document belongs to the process that claimed it. */
  leaseUntil?: Date;
  /** Incremented by each claim. A process whose lease expired finds another number and must not write. */
  fence?: number;
  /** Failures in a row. */
  dueFailures?: number;
}

/** Another process has claimed the document; what this one knows of it is out of date. */
export class LeaseLostError extends Error {
  constructor(document: string) {
    super(`The lease of ${document} was lost to another process.`);
    this.name = 'LeaseLostError';
  }
}

interface Options<D extends DueDocument> {
  collection: Collection<D>;
  clock: Clock;
  /** Milliseconds that a process has a claimed document for itself; then any other may claim it. */
  leaseMs: number;
  /** Claims only these documents, by equality; put the fields before `dueAt` in an index of their own. */
  only?: Partial<D>;
  /**
   * Moves `dueAt` to the end of the lease while a document is claimed, so that the query for due work does not read the
   * claimed ones: for workers with hundreds of documents at one time. The handler then may not read `dueAt`.
   */
  hidesClaimed?: boolean;
}

/**
 * Work that lies in documents and that one process at a time does. Any replica may claim a document that is due. The
 * lease of a crashed process expires; the fence keeps two processes apart even when the slower one is still alive.
 *
 * `held` selects a document only while its holder still has it: its id, its account, its fence, and whatever else must
 * still be as it was read.
 */
export class LeasedCollection<D extends DueDocument> {
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly collection: Collection<D>;

  constructor(private readonly options: Options<D>) {
    this.clock = options.clock;
    this.leaseMs = options.leaseMs;
    this.collection = options.collection;
  }

  /** Claims the document that has been due for longest; undefined when none is due and free. */
  async claimNext(): Promise<WithId<D> | undefined> {
    const now = this.clock.now();
    const lease = this.newLease(now);
    const free = [{ leaseUntil: { $exists: false } }, { leaseUntil: { $lt: now } }];
    const claimed = await this.collection.findOneAndUpdate(
      { ...this.options.only, dueAt: { $lte: now }, $or: free } as Filter<D>,
      {
        $set: this.options.hidesClaimed ? { ...lease, dueAt: lease.leaseUntil } : lease,
        $inc: { fence: 1 },
      } as unknown as UpdateFilter<D>,
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
    return claimed ?? undefined;
  }

  /** The `$set` of a lease that begins now. */
  newLease(now = this.clock.now()): { leaseUntil: Date } {
    return { leaseUntil: new Date(now.getTime() + this.leaseMs) };
  }

  /** @throws LeaseLostError */
  renewLease(held: Filter<D>): Promise<void> {
    return this.write(held, { $set: this.newLease() } as unknown as UpdateFilter<D>);
  }

  /** Whether the holder still had the document and it was written. */
  async tryWrite(held: Filter<D>, update: UpdateFilter<D>, options: UpdateOptions = {}): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(held, update, options);
    return matchedCount > 0;
  }

  /** @throws LeaseLostError */
  async write(held: Filter<D>, update: UpdateFilter<D>, options?: UpdateOptions): Promise<void> {
    if (!(await this.tryWrite(held, update, options))) throw this.lost(held);
  }

  /** Writes and returns the document as it is then. @throws LeaseLostError */
  async writeAndRead(held: Filter<D>, update: UpdateFilter<D>): Promise<WithId<D>> {
    const written = await this.collection.findOneAndUpdate(held, update, { returnDocument: 'after' });
    if (!written) throw this.lost(held);
    return written as WithId<D>;
  }

  /** Gives the document back until a moment, or for some milliseconds; false, and no change, when the lease was lost. */
  defer(held: Filter<D>, until: Date | number, update: UpdateFilter<D> = {}): Promise<boolean> {
    const dueAt = typeof until === 'number' ? new Date(this.clock.now().getTime() + until) : until;
    return this.tryWrite(held, deferring(dueAt, update));
  }

  /** Writes the end of the work: nothing is due any more. @throws LeaseLostError */
  finish(held: Filter<D>, update: UpdateFilter<D> = {}, options?: UpdateOptions): Promise<void> {
    return this.write(held, finishing(update), options);
  }

  private lost(held: Filter<D>): LeaseLostError {
    return new LeaseLostError(`${this.collection.collectionName} ${String((held as { _id?: unknown })._id)}`);
  }
}

/** The update with which the holder gives a document back until a moment. */
export const deferring = <D extends DueDocument>(
  dueAt: Date,
  update: UpdateFilter<D> = {},
): UpdateFilter<D> =>
  ({
    ...update,
    $set: { ...update.$set, dueAt },
    $unset: { ...update.$unset, leaseUntil: '' },
  }) as unknown as UpdateFilter<D>;

/** The update with which the holder ends the work. */
export const finishing = <D extends DueDocument>(update: UpdateFilter<D> = {}): UpdateFilter<D> =>
  ({ ...update, $unset: { ...update.$unset, dueAt: '', leaseUntil: '' } }) as unknown as UpdateFilter<D>;
