import type { Db } from 'mongodb';
import type { Clock } from '../clock';
import type { Logger } from '../logger';

export interface DatabaseClock extends Clock {
  stop(): void;
}

interface Options {
  /** The database's time. */
  ask(): Promise<Date>;
  logger: Logger;
  /** Milliseconds that only ever grow, from whatever beginning; the process's own when absent. */
  local?: () => number;
  /** Milliseconds between two questions; 30,000 when absent. */
  intervalMs?: number;
}

/** The primary's clock as it tells it. */
export const timeOf = (db: Db) => async (): Promise<Date> => {
  const { localTime } = await db.command({ hello: 1 });
  return localTime as Date;
};

/**
 * The database's time, kept between two questions by a local clock that is never set. Leases, deadlines and whatever else
 * replicas compare with each other's are then told by one clock, however far apart the machines' are. It is right to
 * within half of the time that a question takes; while the database gives no answer it runs on.
 * @throws whatever the first question throws
 */
export async function startDatabaseClock(options: Options): Promise<DatabaseClock> {
  const { ask, logger, local = monotonic, intervalMs = 30_000 } = options;
  let offset = Number.NaN;
  const listeners = new Set<() => void>();

  const look = async () => {
    const asked = local();
    const time = (await ask()).getTime();
    const answered = local();
    // The database looked at its clock somewhere in between; what agrees with that is not moved about.
    if (offset >= time - answered && offset <= time - asked) return;
    const before = offset;
    offset = time - (asked + answered) / 2;
    if (Math.abs(offset - before) > NOTEWORTHY_MS) {
      logger.warn({ milliseconds: Math.round(offset - before) }, 'the database and its clock have moved');
      for (const listener of listeners) listener();
    }
  };

  await look();
  const timer = setInterval(() => {
    look().catch((error: unknown) => logger.warn({ err: error }, 'the database did not tell its time'));
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

/** Smaller than every tolerance for lateness in the services. */
const NOTEWORTHY_MS = 1_000;

const monotonic = () => performance.timeOrigin + performance.now();
