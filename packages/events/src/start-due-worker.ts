import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { traced } from '@parcelyard/service-kit/tracing/traced';
import type { Collection, Filter, IndexDescription, UpdateFilter, WithId } from 'mongodb';
import { type Sweeper, startSweeper } from './sweeper';

/** Every collection with due work has it. */
export const dueIndex: IndexDescription = { key: { dueAt: 1 }, sparse: true, name: 'due' };

/** What a document with due work carries. */
export interface DueDocument {
  accountId: number;
  /** When the work may start; absent when there is none. */
  dueAt?: Date;
  /** Until when the taker has it for itself. */
  leaseUntil?: Date;
  /** One more at each take; a taker whose lease expired finds another number and must not write. */
  fence?: number;
  /** Failures in a row. */
  dueFailures?: number;
}

export interface Lease {
  /** Filter the finishing update on it. */
  readonly fence: number;
}

/** What is done with due documents, apart from when. */
export interface DueWork<D extends DueDocument> {
  collection: Collection<D>;
  /** Only these documents, by equality; put the fields before `dueAt` in an index of their own. */
  only?: Partial<D>;
  /**
   * Moves `dueAt` to the lease's end while a document is taken, so that a look for due work does not walk what is under
   * way: for workers with hundreds of documents at one time. The handler then may not read `dueAt`.
   */
  hidesTaken?: boolean;
  /** For logs. */
  name: string;
  /** Milliseconds that a handler has before others may take the document; longer than it ever needs. */
  leaseMs: number;
  clock: Clock;
  logger: Logger;
  /**
   * Does the work and finishes it by one update filtered on `fence` that removes or moves `dueAt` and unsets
   * `leaseUntil`. Throwing gives the document back for later.
   */
  handle(document: WithId<D>, lease: Lease): Promise<void>;
}

interface Options<D extends DueDocument> extends DueWork<D> {
  /** Documents under way at one time; 4 when absent. */
  batch?: number;
  /** Milliseconds between two looks for what has become due; 1,000 when absent. */
  intervalMs?: number;
}

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 300_000;

/** Milliseconds until a document comes again after its n-th failure in a row. */
export function dueBackoff(failures: number): number {
  return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 20));
}

type Stored = WithId<DueDocument>;

/** One look for due work: the document that is due longest, for this process alone, and what is done with it. */
export function createDueWork<D extends DueDocument>(options: DueWork<D>) {
  const { name, leaseMs, clock, logger } = options;
  const collection = options.collection as unknown as Collection<Stored>;

  const take = (): Promise<Stored | null> => {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const taken = options.hidesTaken ? { leaseUntil, dueAt: leaseUntil } : { leaseUntil };
    const free = [{ leaseUntil: { $exists: false } }, { leaseUntil: { $lt: now } }];
    return collection.findOneAndUpdate(
      { ...options.only, dueAt: { $lte: now }, $or: free } as Filter<Stored>,
      { $set: taken, $inc: { fence: 1 } } as UpdateFilter<Stored>,
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
  };

  const work = async (document: Stored) => {
    const { _id, accountId, fence = 0, dueFailures = 0 } = document;
    const mine = { _id, accountId, fence };
    try {
      await traced(`due ${name}`, 'internal', undefined, () =>
        options.handle(document as unknown as WithId<D>, { fence }),
      );
    } catch (error) {
      logger.warn({ worker: name, failures: dueFailures + 1, err: error }, 'due work failed');
      const dueAt = new Date(clock.now().getTime() + dueBackoff(dueFailures + 1));
      // Finished by somebody else meanwhile, it is not due any more.
      const unfinished = { ...mine, dueAt: { $exists: true } };
      await collection.updateOne(unfinished, {
        $set: { dueAt, dueFailures: dueFailures + 1 },
        $unset: { leaseUntil: '' },
      });
      return;
    }
    if (dueFailures > 0) await collection.updateOne(mine, { $unset: { dueFailures: '' } });
  };

  return { take, work };
}

/** Does due work of a collection; any replica may take any document, and a crashed taker's lease expires. */
export function startDueWorker<D extends DueDocument>(options: Options<D>): Sweeper {
  const { name, logger, batch = 4, intervalMs = 1_000 } = options;
  const { take, work } = createDueWork(options);
  const underWay = new Set<Promise<void>>();
  let stopped = false;
  /** Whether the last look found nothing more to take. */
  let drained = false;

  const start = (document: Stored) => {
    const done = work(document)
      .catch((error: unknown) => logger.error({ worker: name, err: error }, 'due work not given back'))
      .finally(() => {
        underWay.delete(done);
        if (!drained) sweeper.wake();
      });
    underWay.add(done);
  };

  const sweep = async () => {
    drained = false;
    while (!stopped && underWay.size < batch) {
      const document = await take();
      if (!document) {
        drained = true;
        return;
      }
      start(document);
    }
  };

  const sweeper = startSweeper({ name, sweep, intervalMs, logger });
  return {
    wake: sweeper.wake,
    stop: async () => {
      stopped = true;
      await sweeper.stop();
      await Promise.all(underWay);
    },
  };
}
