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
import { type RunResult, startWorker, type Worker } from './worker';

export interface Lease {
  /** The number of this lease. Each write of the handler must filter on it. */
  readonly fence: number;
  /**
   * True when no further step may begin, because the worker stops, or because `renews` found that another process has
   * the document.
   */
  mustEnd(): boolean;
}

export interface DueWork<D extends DueOwner> {
  leased: LeasedCollection<D>;
  /** Renews the lease while the handler works, for work that may take longer than the lease. */
  renews?: boolean;
  name: string;
  logger: Logger;
  /**
   * Longest pause after several failures in a row; 300,000 ms when absent. Set a shorter pause for work that somebody
   * waits for.
   */
  longestPauseMs?: number;
  /**
   * Does the work and ends it by one update filtered on `fence`. The update removes or changes `dueAt` and unsets
   * `leaseUntil`. When the handler throws, the document is due again later. After a `LeaseLostError`, the document is
   * left to the process that has it now.
   */
  handle(document: WithId<D>, lease: Lease): Promise<void>;
}

interface Options<D extends DueOwner> extends DueWork<D> {
  /** How many documents are handled at one time; 4 when absent. */
  concurrency?: number;
  /**
   * Work that has taken `afterMs` milliseconds continues, but no longer counts in `concurrency`. `places` limits how
   * many documents may be handled in this way.
   */
  slow?: { afterMs: number; places: number };
  /** The longest time in milliseconds that a document of a crashed process waits; 15,000 when absent. */
  maxIdleMs?: number;
}

/** Milliseconds until a document is due again after its n-th failure in a row. */
export const dueBackoff = (failures: number, maxMs = MAX_FAILURE_PAUSE_MS): number =>
  exponentialBackoff(failures, { firstMs: 1_000, maxMs });

/** Does the work of one claimed document: handles it, and defers it after a failure. */
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
    // If the work was finished before the failure, the document is no longer due and must not be deferred.
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
export function startDueWorker<D extends DueOwner>(options: Options<D>): Worker {
  const { leased, name, logger, concurrency = 4, slow, maxIdleMs = 15_000 } = options;
  const underWay = new Set<Promise<void>>();
  let slowCount = 0;
  let stopped = false;
  /** Whether the last run ended because no place was free. More documents may then be due. */
  let full = false;

  const freePlaces = () => concurrency - underWay.size + Math.min(slowCount, slow?.places ?? 0);

  const start = (document: WithId<D>) => {
    let isSlow = false;
    const countAsSlow = () => {
      isSlow = true;
      slowCount += 1;
      if (full) worker.wake();
    };
    const timer = slow && setTimeout(countAsSlow, slow.afterMs);
    const done = doDueWork(options, document, () => stopped)
      .catch((error: unknown) => logger.error({ worker: name, err: error }, 'due work not deferred'))
      .finally(() => {
        clearTimeout(timer);
        if (isSlow) slowCount -= 1;
        underWay.delete(done);
        if (full) worker.wake();
      });
    underWay.add(done);
  };

  const run = async (): Promise<RunResult> => {
    full = false;
    let found = false;
    while (!stopped && freePlaces() > 0) {
      const places = freePlaces();
      const { due, more, nextAt } = await leased.findDue(places, underWay.size);
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

  const worker = startWorker({ name, run, maxIdleMs, clock: leased.clock, logger });
  leased.servedBy(worker.wake);
  return {
    wake: worker.wake,
    stop: async () => {
      stopped = true;
      await worker.stop();
      await Promise.all(underWay);
    },
  };
}
