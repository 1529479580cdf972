import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import { type Clock, systemClock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { servingRequest } from '@parcelyard/service-kit/tracing/request-id';

/**
 * Background work. It runs when this process announces work and when work is due. It also runs from time to time, after
 * growing pauses, to find work that another process left.
 */
export interface Worker {
  /**
   * Announces work that is due now or at a time. The call costs little: all calls during a run together cause only one
   * more run.
   */
  wake(at?: Date): void;
  /** Begins no more runs, and waits for the current run. */
  stop(): Promise<void>;
}

export interface RunResult {
  found: boolean;
  nextAt?: Date | undefined;
}

interface Options {
  name: string;
  run(): Promise<RunResult>;
  /** Longest pause between two runs. This is also the longest time that work of a crashed process waits. */
  maxIdleMs: number;
  /** The clock for due times; the system's clock when absent. */
  clock?: Clock;
  logger: Logger;
}

const PAUSES = { firstMs: 100, maxMs: 10_000 };

/**
 * The first pause between two runs. The pause doubles after each run that no announcement caused and that found no
 * work.
 */
const FIRST_IDLE_MS = 500;

/**
 * Calls `run` again and again, never twice at one time. After a failure it pauses, longer each time; `wake` does not
 * shorten this pause.
 */
export function startWorker({ name, run, maxIdleMs, clock = systemClock, logger }: Options): Worker {
  const firstIdleMs = Math.min(FIRST_IDLE_MS, maxIdleMs);
  let stopped = false;
  let woken = false;
  let failures = 0;
  let idleMs = firstIdleMs;
  /**
   * `announcedAt`: the earliest time that this process announced. `seenAt`: the next due time that the last run found.
   */
  let announcedAt = Number.POSITIVE_INFINITY;
  let seenAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const loop = async (): Promise<boolean> => {
    let found = false;
    do {
      woken = false;
      // The announcement may be forgotten: work is written before it is announced, so the run that begins now finds the
      // work.
      announcedAt = Number.POSITIVE_INFINITY;
      seenAt = Number.POSITIVE_INFINITY;
      try {
        const result = await run();
        found ||= result.found;
        seenAt = result.nextAt?.getTime() ?? seenAt;
        failures = 0;
      } catch (error) {
        failures += 1;
        logger.warn({ worker: name, failures, err: error }, 'worker run failed');
      }
    } while (woken && failures === 0 && !stopped);
    return found;
  };

  const start = (unasked: boolean) => {
    if (stopped) return;
    clearTimeout(timer);
    // The run belongs to no request. Without `servingRequest(undefined, …)`, the run's logs would name the request that
    // happened to wake the worker.
    running ??= servingRequest(undefined, loop).then((found) => {
      running = undefined;
      if (unasked) idleMs = found ? firstIdleMs : Math.min(2 * idleMs, maxIdleMs);
      sleep();
    });
  };

  const sleep = () => {
    if (stopped) return;
    clearTimeout(timer);
    const dueInMs = Math.max(0, Math.min(announcedAt, seenAt) - clock.now().getTime());
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
      } else if (at.getTime() < announcedAt) {
        announcedAt = at.getTime();
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
