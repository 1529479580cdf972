/**
 * This file is longer than 250 lines, because the protocol of leases is one class whose queries and updates depend on
 * each other.
 */

import type { Clock } from '@parcelyard/service-kit/clock';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { Collection, Filter, IndexDescription, UpdateFilter, UpdateOptions, WithId } from 'mongodb';

export const dueIndex: IndexDescription = { key: { dueAt: 1 }, sparse: true, name: 'due' };

/** Returns the index for due work that is stored in a part of each document. */
export const dueIndexWithin = (part: string): IndexDescription => ({
  key: { [`${part}.dueAt`]: 1 },
  sparse: true,
  name: `due_${part}`,
});

/** The fields of a document, or of a part of it, with due work. */
export interface DueState {
  /** When the work may start; absent when there is no work. */
  dueAt?: Date;
  /** Until this time the document belongs to the process that claimed it. */
  leaseUntil?: Date;
  /** Incremented by each claim. A process whose lease expired finds a different number and must not write. */
  fence?: number;
  dueFailures?: number;
  /** The number of requests for the work so far; absent before the first request. See `endTurn`. */
  requests?: number;
}

/** A document that has due work, in itself or in a part of it. */
export interface DueOwner {
  accountId: number;
}

export interface DueDocument extends DueState, DueOwner {}

/** Another process has claimed the document, so this process's copy is out of date. */
export class LeaseLostError extends Error {
  constructor(document: string) {
    super(`The lease of ${document} was lost to another process.`);
    this.name = 'LeaseLostError';
  }
}

interface Options<D extends DueOwner> {
  collection: Collection<D>;
  clock: Clock;
  /** Milliseconds for which a claimed document belongs to one process. After that, any other process may claim it. */
  leaseMs: number;
  /**
   * The due time is never set more than this many milliseconds after now, except for leases and pauses after failures.
   * A later time was caused by a wrong clock and is treated as due.
   */
  farthestMs: number;
  /** Replaces the collection's name in metrics. */
  label?: string;
  /** The part of the document that has the fields of `DueState`; when absent, the document itself. */
  within?: string;
  /** Claims only documents with these values. Needs an index of its own: these fields first, then `dueAt`. */
  only?: Partial<D>;
  /**
   * Moves `dueAt` to the end of the lease while a document is claimed. The query for due work then does not read
   * claimed documents. Workers that handle hundreds of documents at one time use this option. Their handlers must not
   * read `dueAt`.
   */
  hidesClaimed?: boolean;
}

/** A document that was due and free when it was read. */
interface Seen<D> extends DueOwner {
  _id: WithId<D>['_id'];
}

interface FoundWork<D> {
  /** Due and free documents, the longest overdue first. */
  readonly due: readonly Seen<D>[];
  /** Whether there may be more due documents than those in `due`. */
  readonly more: boolean;
  /** When the next document will be due; undefined when no document waits. */
  readonly nextAt: Date | undefined;
}

const MAX_FOUND = 100;
/**
 * Milliseconds between two searches for work whose due time is too late, because a wrong clock has set it. A jump of
 * the clock by more than this time, forward or back, also causes a search.
 */
const DELAYED_QUERY_MS = 60_000;
/** Longest pause after several failures in a row. */
export const MAX_FAILURE_PAUSE_MS = 300_000;
/** When a query has found only claimed documents, the next query follows after this time. */
const CLAIMED_PAUSE_MS = 1_000;

/**
 * Due work that is stored in documents. Any replica may claim a due document; then only this replica works on it. If
 * the replica crashes, its lease expires, and another replica may claim the document. If it still runs then, the fence
 * refuses its writes.
 *
 * The filter `held` matches a document only until another process claims the document. The filter compares the id, the
 * account, the fence, and everything else that must be unchanged since the document was read.
 */
export class LeasedCollection<D extends DueOwner> {
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly collection: Collection<D>;
  /** Returns where the document stores a field of `DueState`, as a path with dots. */
  readonly path: Path;
  readonly label: string;
  private readonly farthestMs: number;
  private delayedQueryAt: number | undefined;
  private wakeWorker: (at?: Date) => void = () => undefined;

  constructor(private readonly options: Options<D>) {
    this.clock = options.clock;
    this.leaseMs = options.leaseMs;
    this.collection = options.collection;
    this.path = pathIn(options.within);
    this.label = options.label ?? options.collection.collectionName;
    this.farthestMs = Math.max(options.farthestMs, options.leaseMs, MAX_FAILURE_PAUSE_MS);
  }

  /** Sets the function that is called when a document becomes due. */
  servedBy(wake: (at?: Date) => void): void {
    this.wakeWorker = wake;
  }

  /**
   * Tells this process's worker that a document with due work was written. The work is due at `dueAt`, or now if
   * `dueAt` is absent.
   */
  announce(dueAt?: Date): void {
    this.wakeWorker(dueAt);
  }

  /**
   * Finds documents that may be claimed. While nothing is due, a worker needs only this read, and one more read a
   * minute.
   * @param places maximum number of documents
   * @param claimed number of documents that this process has already claimed; the query may return them before free
   * documents
   */
  async findDue(places: number, claimed = 0): Promise<FoundWork<D>> {
    const now = this.clock.now();
    const wanted = Math.min(places, MAX_FOUND);
    const delayed = await this.findDelayed(now, wanted);
    if (delayed.length === wanted) return { due: delayed, more: true, nextAt: undefined };
    const most = Math.min(wanted + claimed, MAX_FOUND) + 1;
    const waiting = await this.read({ [this.path('dueAt')]: { $gte: new Date(0) } }, most);
    const freeAt = waiting.map((document) => this.freeAt(document, now));
    const due = waiting.filter((_, n) => Number(freeAt[n]) <= now.getTime());
    const later = freeAt.filter((at) => at > now.getTime());
    // The read may have reached its limit before it came to enough free documents, because other processes have claimed
    // most of the due documents. Then a second read leaves out the claimed documents.
    const last = waiting[most - 1];
    const onlyClaimed = due.length < wanted && last !== undefined && this.dueAt(last) <= now;
    if (onlyClaimed) later.push(now.getTime() + CLAIMED_PAUSE_MS);
    const inTime = onlyClaimed
      ? await this.read({ [this.path('dueAt')]: { $lte: now }, ...this.unleased(now) }, wanted)
      : due;
    const found = [...delayed, ...inTime].slice(0, wanted);
    return {
      due: found,
      more: found.length === wanted,
      nextAt: later.length === 0 ? undefined : new Date(Math.min(...later)),
    };
  }

  /** Claims the document that was found. Returns undefined when another process was quicker. */
  async claim({ _id, accountId }: Seen<D>): Promise<WithId<D> | undefined> {
    const now = this.clock.now();
    const lease = this.newLease(now);
    const hidden = this.options.hidesClaimed ? { [this.path('dueAt')]: lease.leaseUntil } : {};
    const claimed = await this.collection.findOneAndUpdate(
      { _id, accountId, ...this.options.only, $and: [this.dueBy(now), this.unleased(now)] } as Filter<D>,
      { $set: { ...lease, ...hidden }, $inc: { [this.path('fence')]: 1 } } as unknown as UpdateFilter<D>,
      { returnDocument: 'after' },
    );
    return claimed ?? undefined;
  }

  /** Claims the document that has been due for longest. Returns undefined when no document is due and free. */
  async claimNext(): Promise<WithId<D> | undefined> {
    const [seen] = (await this.findDue(1)).due;
    return seen && this.claim(seen);
  }

  stateOf(document: object): DueState {
    const { within } = this.options;
    const state = within === undefined ? document : (document as Record<string, DueState>)[within];
    return state ?? {};
  }

  /** Selects the document while no other process has claimed it. */
  held(document: WithId<D>): Filter<D> {
    const { _id, accountId } = document;
    return { _id, accountId, [this.path('fence')]: this.stateOf(document).fence ?? 0 } as Filter<D>;
  }

  newLease(now = this.clock.now()): { leaseUntil: Date } {
    const leaseUntil = new Date(now.getTime() + this.leaseMs);
    return { [this.path('leaseUntil')]: leaseUntil } as { leaseUntil: Date };
  }

  /**
   * Changes nothing when the document was released meanwhile.
   * @throws LeaseLostError
   */
  renewLease(held: Filter<D>): Promise<void> {
    const leased = { ...held, [this.path('leaseUntil')]: { $exists: true } } as Filter<D>;
    return this.write(leased, { $set: this.newLease() } as unknown as UpdateFilter<D>);
  }

  /** Makes a write. Returns false, with nothing written, when this process no longer has the document. */
  async tryWrite(held: Filter<D>, update: UpdateFilter<D>, options: UpdateOptions = {}): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(held, update, options);
    return matchedCount > 0;
  }

  /** @throws LeaseLostError */
  async write(held: Filter<D>, update: UpdateFilter<D>, options?: UpdateOptions): Promise<void> {
    if (!(await this.tryWrite(held, update, options))) throw this.lost(held);
  }

  /**
   * Releases the document. Its work is due again at the time `until`, or after `until` milliseconds. Returns false,
   * with nothing changed, when the lease was lost.
   */
  async defer(held: Filter<D>, until: Date | number, update: UpdateFilter<D> = {}): Promise<boolean> {
    const dueAt = typeof until === 'number' ? new Date(this.clock.now().getTime() + until) : until;
    const deferred = await this.tryWrite(held, deferring(dueAt, update, this.options.within));
    if (deferred) this.announce(dueAt);
    return deferred;
  }

  /**
   * Ends the handling of a claimed document. The work is due again at `next`, or not at all. If the work was requested
   * meanwhile, it is due again now.
   * @returns false, with nothing changed, when the lease was lost
   */
  async endTurn(
    document: WithId<D>,
    { next, update, ifRequested = { update } }: TurnEnd<D>,
  ): Promise<boolean> {
    const { requests = { $exists: false } } = this.stateOf(document);
    const unrequested = { ...this.held(document), [this.path('requests')]: requests } as Filter<D>;
    const ended =
      next === undefined
        ? await this.tryWrite(unrequested, finishing(update, this.options.within))
        : await this.defer(unrequested, next, update);
    return ended || this.defer(this.held(document), 0, ifRequested.update);
  }

  /**
   * Writes the end of the work, so nothing is due any more.
   * @throws LeaseLostError
   */
  finish(held: Filter<D>, update: UpdateFilter<D> = {}, options?: UpdateOptions): Promise<void> {
    return this.write(held, finishing(update, this.options.within), options);
  }

  private async read(filter: object, limit: number): Promise<Seen<D>[]> {
    const [dueAt, leaseUntil] = [this.path('dueAt'), this.path('leaseUntil')];
    const found = await this.collection
      .find({ ...this.options.only, ...filter } as Filter<D>, {
        projection: { accountId: 1, [dueAt]: 1, [leaseUntil]: 1 },
        // A shard that does not answer must not block the work on other shards.
        allowPartialResults: true,
      })
      .sort({ [dueAt]: 1 })
      .limit(limit)
      .toArray();
    return found as unknown as Seen<D>[];
  }

  /**
   * Returns the larger of two delays in milliseconds: how late the oldest due work is, and how far ahead a wrong clock
   * has set a due time. Returns 0 when there is neither.
   */
  async lagMs(): Promise<number> {
    const now = this.clock.now();
    const at = this.path('dueAt');
    const first = (filter: object, direction: 1 | -1) =>
      this.collection.findOne({ [at]: filter } as Filter<D>, {
        sort: { [at]: direction },
        projection: { [at]: 1 },
      });
    const [oldest, delayed] = await Promise.all([
      first({ $lte: now }, 1),
      first({ $gt: this.beyond(now) }, -1),
    ]);
    const late = [oldest, delayed].flatMap((found) => (found ? [Math.abs(+now - +this.dueAt(found))] : []));
    return Math.max(0, ...late);
  }

  /**
   * Finds free work whose due time a wrong clock has set too late. This runs only once a minute, because it needs one
   * more read.
   */
  private async findDelayed(now: Date, wanted: number): Promise<Seen<D>[]> {
    this.delayedQueryAt ??= now.getTime();
    if (Math.abs(now.getTime() - this.delayedQueryAt) < DELAYED_QUERY_MS) return [];
    const filter = { [this.path('dueAt')]: { $gt: this.beyond(now) }, ...this.unleased(now) };
    const found = await this.read(filter, wanted);
    if (found.length < wanted) this.delayedQueryAt = now.getTime();
    return found;
  }

  private beyond(now: Date): Date {
    return latestPossible(now, this.farthestMs);
  }

  private dueBy(now: Date): object {
    const dueAt = this.path('dueAt');
    return { $or: [{ [dueAt]: { $lte: now } }, { [dueAt]: { $gt: this.beyond(now) } }] };
  }

  private unleased(now: Date): object {
    const leaseUntil = this.path('leaseUntil');
    const impossible = { $gt: latestPossible(now, this.leaseMs) };
    return {
      $or: [
        { [leaseUntil]: { $exists: false } },
        { [leaseUntil]: { $lt: now } },
        { [leaseUntil]: impossible },
      ],
    };
  }

  private dueAt(document: object): Date {
    return this.stateOf(document).dueAt as Date;
  }

  /** Returns when a document became, or will become, both due and free. */
  private freeAt(document: object, now: Date): number {
    const { leaseUntil } = this.stateOf(document);
    const isLeased = leaseUntil !== undefined && leaseUntil <= latestPossible(now, this.leaseMs);
    const dueAt = this.dueAt(document).getTime();
    return isLeased ? Math.max(dueAt, leaseUntil.getTime() + 1) : dueAt;
  }

  private lost(held: Filter<D>): LeaseLostError {
    return new LeaseLostError(`${this.collection.collectionName} ${String((held as { _id?: unknown })._id)}`);
  }
}

interface TurnEnd<D> {
  /** A time, or milliseconds from now. */
  next?: Date | number | undefined;
  update?: UpdateFilter<D> | undefined;
  /**
   * What to write instead of `update` when the work was requested meanwhile, so that it is due now. If `ifRequested` is
   * absent, `update` is written.
   */
  ifRequested?: { update?: UpdateFilter<D> | undefined };
}

type Path = (field: keyof DueState) => string;

const pathIn =
  (within: string | undefined): Path =>
  (field) =>
    within === undefined ? field : `${within}.${field}`;

/**
 * Returns an update that requests a document's work: the work becomes due at `dueAt` or earlier. If a process is doing
 * the work at the moment, the work is due again afterwards (see `endTurn`).
 */
export const requesting = <D extends DueOwner>(dueAt: Date, update: UpdateFilter<D> = {}): UpdateFilter<D> =>
  ({
    ...update,
    $min: { ...update.$min, dueAt },
    $inc: { ...update.$inc, requests: 1 },
  }) as unknown as UpdateFilter<D>;

/**
 * Returns the update with which a process releases a document, or a part of a document. The work is due again at
 * `dueAt`.
 */
export const deferring = <D extends DueOwner>(
  dueAt: Date,
  update: UpdateFilter<D> = {},
  within?: string,
): UpdateFilter<D> => {
  const path = pathIn(within);
  return {
    ...update,
    $set: { ...update.$set, [path('dueAt')]: dueAt },
    $unset: { ...update.$unset, [path('leaseUntil')]: '' },
  } as unknown as UpdateFilter<D>;
};

export const finishing = <D extends DueOwner>(
  update: UpdateFilter<D> = {},
  within?: string,
): UpdateFilter<D> => {
  const path = pathIn(within);
  return {
    ...update,
    $unset: { ...update.$unset, [path('dueAt')]: '', [path('leaseUntil')]: '' },
  } as unknown as UpdateFilter<D>;
};
