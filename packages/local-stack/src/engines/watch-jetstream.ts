import type { Logger } from '@parcelyard/service-kit/logger';

interface Options {
  /** Whether the server has JetStream; rejects when it does not answer. */
  keepsStreams(): Promise<boolean>;
  restart(): void;
  logger: Logger;
  /** Milliseconds between two checks; 5,000 when absent. */
  intervalMs?: number;
}

/** Failed checks in a row: a starting server has no streams for a moment. */
const FAILED_CHECKS = 2;

/**
 * After a full disk, a nats-server continues without JetStream and accepts no event. It finds its streams again only
 * after a restart.
 */
export function watchJetStream({ keepsStreams, restart, logger, intervalMs = 5_000 }: Options) {
  let without = 0;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    // A server that does not answer at all is restarted by its supervisor.
    const keeps = await keepsStreams().catch(() => undefined);
    without = keeps === false ? without + 1 : 0;
    if (without < FAILED_CHECKS) return;
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
