import type { Db } from 'mongodb';
import type { Clock } from '../clock';
import type { Logger } from '../logger';

export interface DatabaseClock extends Clock {
  stop(): void;
}

interface Options {
  ask(): Promise<Date>;
  logger: Logger;
  /** A clock in milliseconds that never goes back; the process's own clock when absent. */
  local?: () => number;
  /** Milliseconds between two reads; 30,000 when absent. */
  intervalMs?: number;
}

/** Returns a function that reads the primary's clock. */
export const timeOf = (db: Db) => async (): Promise<Date> => {
  const { localTime } = await db.command({ hello: 1 });
  return localTime as Date;
};

/**
 * Starts a clock with the database's time, which a local monotonic clock continues between reads. Replicas then compare
 * leases and deadlines by one clock, even if the clocks of their machines differ. After a read, the error is at
 * most the duration of this read. While the database does not answer, the clock continues.
 * @throws the error of the first read
 */
export async function startDatabaseClock(options: Options): Promise<DatabaseClock> {
  const { ask, logger, local = monotonic, intervalMs = 30_000 } = options;
  let offset = Number.NaN;
  const listeners = new Set<() => void>();

  const look = async () => {
    const asked = local();
    const time = (await ask()).getTime();
    const answered = local();
    // The database read its clock at an unknown moment between request and answer. If the old offset is right for any
    // of these moments, the old offset is kept.
    if (offset >= time - answered && offset <= time - asked) return;
    const before = offset;
    offset = time - (asked + answered) / 2;
    if (Math.abs(offset - before) > LOGGED_CHANGE_MS) {
      logger.warn({ milliseconds: Math.round(offset - before) }, 'the clock of the database has changed');
      for (const listener of listeners) listener();
    }
  };

  await look();
  const timer = setInterval(() => {
    look().catch((error: unknown) => logger.warn({ err: error }, 'the database did not return its time'));
  }, intervalMs);
  timer.unref();
  return {
    now: () => new Date(Math.round(local() + offset)),
    onSet: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => clearInterval(timer),
  };
}

/** A larger change of the offset is logged, and the listeners are called. */
const LOGGED_CHANGE_MS = 1_000;

const monotonic = () => performance.timeOrigin + performance.now();
