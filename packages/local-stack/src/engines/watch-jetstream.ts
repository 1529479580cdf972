import type { Logger } from '@parcelyard/service-kit/logger';

interface Options {
  /** Whether the server says that it keeps streams; rejects when it says nothing. */
  keepsStreams(): Promise<boolean>;
  restart(): void;
  logger: Logger;
  /** Milliseconds between two looks; 5,000 when absent. */
  intervalMs?: number;
}

/** So many looks in a row without streams: a server that starts has none for a moment. */
const LOST_AFTER = 2;

/**
 * A nats-server whose disk was full lives on without JetStream, takes no event and finds its streams only when it is
 * started again.
 */
export function watchJetStream({ keepsStreams, restart, logger, intervalMs = 5_000 }: Options) {
  let without = 0;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    // One that does not answer at all is its supervisor's business.
    const keeps = await keepsStreams().catch(() => undefined);
    without = keeps === false ? without + 1 : 0;
    if (without < LOST_AFTER) return;
    without = 0;
    logger.warn('the nats-server has lost JetStream; it is started again');
    restart();
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, intervalMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
