import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '@parcelyard/service-kit/logger';

/** A connection to NATS. It is made as soon as a server can be reached, and again after every loss. */
export interface NatsLink {
  /** Returns the connection while the server can be reached; undefined as soon as it cannot be reached. */
  current(): NatsConnection | undefined;
  /** Resolves when the server can be reached. Rejects when the link is closed or the signal aborts. */
  connected(signal: AbortSignal): Promise<NatsConnection>;
  /** Resolves after the first try to connect: with the error if it failed, otherwise with undefined. */
  readonly firstTry: Promise<unknown>;
  onLost(listener: () => void): () => void;
  close(): Promise<void>;
}

const RETRY_MS = 500;

export function openNatsLink(options: ConnectionOptions, logger: Logger): NatsLink {
  const waiting = new Set<{ resolve(connection: NatsConnection): void; reject(reason: Error): void }>();
  const lostListeners = new Set<() => void>();
  let connection: NatsConnection | undefined;
  let up = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let firstFailure = true;
  let starting: Promise<void> = Promise.resolve();
  let tried: (error?: unknown) => void = () => undefined;
  const firstTry = new Promise<unknown>((resolve) => {
    tried = resolve;
  });

  const nowUp = () => {
    up = true;
    for (const { resolve } of waiting) resolve(connection as NatsConnection);
    waiting.clear();
  };
  const nowDown = () => {
    if (!up) return;
    up = false;
    for (const listener of [...lostListeners]) listener();
  };

  const follow = async (established: NatsConnection) => {
    for await (const status of established.status()) {
      if (status.type === 'disconnect') {
        logger.warn('event bus lost');
        nowDown();
      } else if (status.type === 'reconnect') {
        logger.info('event bus back');
        nowUp();
      }
    }
    nowDown();
    // The client stops trying only after an error that it considers final, such as refused credentials. Even then, this
    // link tries again later.
    startLater();
  };

  const startLater = () => {
    if (!closed) retry = setTimeout(start, RETRY_MS);
  };

  const establish = async () => {
    try {
      const established = await connect({
        ...options,
        name: 'parcelyard',
        timeout: 5_000,
        reconnect: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RETRY_MS,
        ignoreAuthErrorAbort: true,
        pingInterval: 10_000,
      });
      if (closed) {
        await established.close();
        return;
      }
      connection = established;
      firstFailure = true;
      void follow(established);
      nowUp();
      tried();
    } catch (error) {
      tried(error);
      if (closed) return;
      if (firstFailure) logger.warn({ err: error }, 'event bus unreachable');
      firstFailure = false;
      startLater();
    }
  };

  const start = () => {
    starting = establish();
  };

  start();
  return {
    firstTry,
    current: () => (up ? connection : undefined),
    connected: (signal) => {
      if (closed || signal.aborted) return Promise.reject(new Error('The event bus is closed.'));
      if (up && connection) return Promise.resolve(connection);
      return new Promise((resolve, reject) => {
        const waiter = { resolve, reject };
        waiting.add(waiter);
        signal.addEventListener('abort', () => {
          if (waiting.delete(waiter)) reject(new Error('The subscription was stopped.'));
        });
      });
    },
    onLost: (listener) => {
      lostListeners.add(listener);
      return () => lostListeners.delete(listener);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      for (const { reject } of waiting) reject(new Error('The event bus is closed.'));
      waiting.clear();
      await starting;
      await connection?.close();
      up = false;
    },
  };
}
