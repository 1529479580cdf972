import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import { type Clock, systemClock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { servingRequest } from '@parcelyard/service-kit/tracing/request-id';

/** Background work: done when this process asks, when it is due, and ever more rarely for what nobody told of. */
export interface Sweeper {
  /** There is work, now or at a moment. Cheap; calls during a sweep are one further sweep. */
  wake(at?: Date): void;
  /** Starts nothing more and waits for what is under way. */
  stop(): Promise<void>;
}

/** What a sweep has seen. */
export interface Swept {
  /** Whether there was something to do. */
  found: boolean;
  /** When the next thing is due. */
  nextAt?: Date | undefined;
}

interface Options {
  name: string;
  sweep(): Promise<Swept>;
  /** Longest pause between two sweeps, and so the longest that work of a crashed process waits. */
  maxIdleMs: number;
  /** Tells what is due; the system's when absent. */
  clock?: Clock;
  logger: Logger;
}

const PAUSES = { firstMs: 100, maxMs: 10_000 };

/** The first pause between two sweeps; doubled by each sweep that nobody asked for and that finds nothing. */
const FIRST_IDLE_MS = 500;

/** One sweep at a time; after a failure it pauses, longer each time, and `wake` does not shorten the pause. */
export function startSweeper({ name, sweep, maxIdleMs, clock = systemClock, logger }: Options): Sweeper {
  const firstIdleMs = Math.min(FIRST_IDLE_MS, maxIdleMs);
  let stopped = false;
  let woken = false;
  let failures = 0;
  let idleMs = firstIdleMs;
  /** The earliest moment that this process was told of, and the one that the last sweep has seen. */
  let toldAt = Number.POSITIVE_INFINITY;
  let seenAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const run = async (): Promise<boolean> => {
    let found = false;
    do {
      woken = false;
      // Who tells of something has written it before, so that a sweep that begins now sees it.
      toldAt = Number.POSITIVE_INFINITY;
      seenAt = Number.POSITIVE_INFINITY;
      try {
        const swept = await sweep();
        found ||= swept.found;
        seenAt = swept.nextAt?.getTime() ?? seenAt;
        failures = 0;
      } catch (error) {
        failures += 1;
        logger.warn({ worker: name, failures, err: error }, 'sweep failed');
      }
    } while (woken && failures === 0 && !stopped);
    return found;
  };

  const start = (unasked: boolean) => {
    if (stopped) return;
    clearTimeout(timer);
    // The request that woke it is not what it works for.
    running ??= servingRequest(undefined, run).then((found) => {
      running = undefined;
      if (unasked) idleMs = found ? firstIdleMs : Math.min(2 * idleMs, maxIdleMs);
      sleep();
    });
  };

  const sleep = () => {
    if (stopped) return;
    clearTimeout(timer);
    const dueInMs = Math.max(0, Math.min(toldAt, seenAt) - clock.now().getTime());
    const pauseMs = failures > 0 ? exponentialBackoff(failures, PAUSES) : Math.min(idleMs, dueInMs);
    timer = setTimeout(() => start(pauseMs === idleMs), pauseMs);
  };

  const wakeNow = () => {
    woken = true;
    if (!running && failures === 0) start(false);
  };
  const forgetClock = clock.onSet?.(wakeNow);

  start(false);
  return {
    wake: (at) => {
      if (!at || at <= clock.now()) {
        wakeNow();
      } else if (at.getTime() < toldAt) {
        toldAt = at.getTime();
        if (!running && failures === 0) sleep();
      }
    },
    stop: async () => {
      stopped = true;
      forgetClock?.();
      clearTimeout(timer);
      await running;
    },
  };
}
