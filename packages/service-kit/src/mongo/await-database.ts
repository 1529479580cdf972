import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logger';
import { isDatabaseAway } from './is-database-away';

interface Options<Connection> {
  connect(): Promise<Connection>;
  /** Called once when waiting starts. The returned function is called when waiting ends. */
  onWait(): Promise<() => Promise<void>>;
  signal: AbortSignal;
  logger: Logger;
  /** Milliseconds between two tries; 1,000 when absent. */
  pauseMs?: number;
}

/**
 * Connects to the database, and waits while it is unreachable. A program that exits instead would be restarted with
 * growing delays, and might start five minutes after the database is available again.
 * @throws the error of a reachable server, such as a wrong password, and the signal's reason
 */
export async function awaitDatabase<Connection>(options: Options<Connection>): Promise<Connection> {
  const { connect, onWait, signal, logger, pauseMs = 1_000 } = options;
  let endWait: (() => Promise<void>) | undefined;
  try {
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        signal.throwIfAborted();
        if (!isOutOfReach(error)) throw error;
        if (!endWait) {
          logger.warn({ err: error }, 'the database is unreachable; waiting for it');
          endWait = await onWait();
        }
      }
      await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } finally {
    await endWait?.();
  }
}

/** True when the MongoDB driver found no server that can serve, or could not resolve a name. */
const isOutOfReach = (error: unknown): boolean =>
  isDatabaseAway(error) ||
  (error instanceof Error &&
    'syscall' in error &&
    /^(query|getaddrinfo|connect)/.test(String(error.syscall)));
