import { setTimeout as pause } from 'node:timers/promises';
import { MongoNetworkError, MongoServerSelectionError } from 'mongodb';
import type { Logger } from '../logger';

interface Options<Connection> {
  connect(): Promise<Connection>;
  /** Called once when there is something to wait for; what it gives back is called when the waiting is over. */
  onWait(): Promise<() => Promise<void>>;
  /** Ends the waiting. */
  signal: AbortSignal;
  logger: Logger;
  /** Milliseconds between two tries; 1,000 when absent. */
  pauseMs?: number;
}

/**
 * Connects to the database, and waits for as long as it is out of reach: a program that ends itself then is started again
 * later and later, up to five minutes after names are resolved again.
 * @throws whatever a server in reach refuses, such as a password, and the signal's reason
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
          logger.warn({ err: error }, 'the database is out of reach; waiting for it');
          endWait = await onWait();
        }
      }
      await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } finally {
    await endWait?.();
  }
}

/** The driver found no server, or the resolver none of its names; anything else was an answer. */
const isOutOfReach = (error: unknown): boolean =>
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNetworkError ||
  (error instanceof Error &&
    'syscall' in error &&
    /^(query|getaddrinfo|connect)/.test(String(error.syscall)));
