import { exponentialBackoff } from '@parcelyard/service-kit/backoff';
import type { Logger } from '@parcelyard/service-kit/logger';

/** Background work that is done when woken and, for what nobody woke it for, at an interval. */
export interface Sweeper {
  /** There is work now. Cheap; calls during a sweep are one further sweep. */
  wake(): void;
  /** Starts nothing more and waits for what is under way. */
  stop(): Promise<void>;
}

interface Options {
  name: string;
  sweep(): Promise<void>;
  intervalMs: number;
  logger: Logger;
}

const PAUSES = { firstMs: 100, maxMs: 10_000 };

/** One sweep at a time; after a failure it pauses, longer each time, and `wake` does not shorten the pause. */
export function startSweeper({ name, sweep, intervalMs, logger }: Options): Sweeper {
  let stopped = false;
  let woken = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const run = async () => {
    do {
      woken = false;
      try {
        await sweep();
        failures = 0;
      } catch (error) {
        failures += 1;
        logger.warn({ worker: name, failures, err: error }, 'sweep failed');
      }
    } while (woken && failures === 0 && !stopped);
  };

  const start = () => {
    if (stopped) return;
    clearTimeout(timer);
    running ??= run().finally(() => {
      running = undefined;
      if (stopped) return;
      timer = setTimeout(start, failures === 0 ? intervalMs : exponentialBackoff(failures, PAUSES));
    });
  };

  start();
  return {
    wake: () => {
      woken = true;
      if (!running && failures === 0) start();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
