import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { Logger } from '@parcelyard/service-kit/logger';
import { traced } from '@parcelyard/service-kit/tracing/traced';
import type { Filter, UpdateFilter, WithId } from 'mongodb';
import {
  type DueOwner,
  type LeasedCollection,
  LeaseLostError,
  MAX_FAILURE_PAUSE_MS,
} from './leased-collection';
import { type Sweeper, type Swept, startSweeper } from './sweeper';

export interface Lease {
  /** Filter each write on it. */
  readonly fence: number;
  /** Whether to begin no further step: the worker stops, or another process has the document, as far as `renews` saw. */
  mustEnd(): boolean;
}

/** What is done with due documents, apart from when. */
export interface DueWork<D extends DueOwner> {
  leased: LeasedCollection<D>;
  /** Renews the lease while the handler works, for work that may take longer than the lease. */
  renews?: boolean;
  /** For logs. */
  name: string;
  logger: Logger;
  /** Longest pause after failures in a row, shorter for work that somebody waits for; 300,000 ms when absent. */
  longestPauseMs?: number;
  /**
   * Does the work and ends it by one update filtered on `fence` that removes or moves `dueAt` and unsets `leaseUntil`.
   * When it throws, the document is due again later; a `LeaseLostError` leaves it to the process that has it now.
   */
  handle(document: WithId<D>, lease: Lease): Promise<void>;
}

interface Options<D extends DueOwner> extends DueWork<D> {
  /** Documents in work at one time; 4 when absent. */
  concurrency?: number;
  /** Work that took so many milliseconds gives its place to other work and goes on, for so many documents at one time. */
  slow?: { afterMs: number; places: number };
  /** Longest milliseconds that a document waits which another process left behind; 15,000 when absent. */
  maxIdleMs?: number;
}

/** Milliseconds until a document comes again after its n-th failure in a row. */
export const dueBackoff = (failures: number, maxMs = MAX_FAILURE_PAUSE_MS): number =>
  exponentialBackoff(failures, { firstMs: 1_000, maxMs });

/** Does the work of one claimed document: handles it, and defers it when that failed. */
export async function doDueWork<D extends DueOwner>(
  { leased, renews = false, name, logger, longestPauseMs, handle }: DueWork<D>,
  document: WithId<D>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { fence = 0, dueFailures = 0 } = leased.stateOf(document);
  const held = leased.held(document);
  let lost = false;
  const renew = () =>
    void leased.renewLease(held).catch((error: unknown) => {
      if (error instanceof LeaseLostError) lost = true;
    });
  const work = async () => {
    const heartbeat = renews ? setInterval(renew, leased.leaseMs / 3) : undefined;
    try {
      await handle(document, { fence, mustEnd: () => lost || isStopping() });
    } finally {
      clearInterval(heartbeat);
    }
  };
  try {
    await traced(`due ${name}`, 'internal', undefined, work);
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    const failures = dueFailures + 1;
    logger.warn({ worker: name, failures, err: error }, 'due work failed');
    // A document that another process finished meanwhile is not due any more.
    const unfinished = { ...held, [leased.path('dueAt')]: { $exists: true } } as Filter<D>;
    const noted = { $set: { [leased.path('dueFailures')]: failures } } as unknown as UpdateFilter<D>;
    await leased.defer(unfinished, dueBackoff(failures, longestPauseMs), noted);
    return;
  }
  if (dueFailures > 0) {
    const forgotten = { $unset: { [leased.path('dueFailures')]: '' } } as unknown as UpdateFilter<D>;
    await leased.tryWrite(held, forgotten);
  }
}

/** Claims and does the due work of a collection, several documents at one time. */
export function startDueWorker<D extends DueOwner>(options: Options<D>): Sweeper {
  const { leased, name, logger, concurrency = 4, slow, maxIdleMs = 15_000 } = options;
  const underWay = new Set<Promise<void>>();
  let slowOnes = 0;
  let stopped = false;
  /** Whether more was due than could be begun. */
  let full = false;

  const freePlaces = () => concurrency - underWay.size + Math.min(slowOnes, slow?.places ?? 0);

  const start = (document: WithId<D>) => {
    let isSlow = false;
    const becomeSlow = () => {
      isSlow = true;
      slowOnes += 1;
      if (full) sweeper.wake();
    };
    const timer = slow && setTimeout(becomeSlow, slow.afterMs);
    const done = doDueWork(options, document, () => stopped)
      .catch((error: unknown) => logger.error({ worker: name, err: error }, 'due work not deferred'))
      .finally(() => {
        clearTimeout(timer);
        if (isSlow) slowOnes -= 1;
        underWay.delete(done);
        if (full) sweeper.wake();
      });
    underWay.add(done);
  };

  const sweep = async (): Promise<Swept> => {
    full = false;
    let found = false;
    while (!stopped && freePlaces() > 0) {
      const places = freePlaces();
      const { due, more, nextAt } = await leased.look(places, underWay.size);
      found ||= due.length > 0;
      for (const seen of due) {
        if (stopped) break;
        const document = await leased.claim(seen);
        if (document) start(document);
      }
      if (!more) return { found, nextAt };
    }
    full = true;
    return { found };
  };

  const sweeper = startSweeper({ name, sweep, maxIdleMs, clock: leased.clock, logger });
  leased.servedBy(sweeper.wake);
  return {
    wake: sweeper.wake,
    stop: async () => {
      stopped = true;
      await sweeper.stop();
      await Promise.all(underWay);
    },
  };
}
