import type { Logger } from '@parcelyard/service-kit/logger';

interface Options {
  /** Returns whether the server has JetStream. Rejects when the server does not answer. */
  keepsStreams(): Promise<boolean>;
  restart(): void;
  logger: Logger;
  intervalMs?: number;
}

/**
 * Number of failed checks in a row after which streams count as lost. A starting server has no streams for a moment.
 */
const FAILED_CHECKS = 2;

/**
 * Restarts a nats-server that has lost JetStream. After a full disk, the server continues without JetStream and accepts
 * no event. Only after a restart does it find its streams again.
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
    try {
      restart();
    } catch (error) {
      // The server has ended meanwhile, so its supervisor restarts it.
      logger.warn({ err: error }, 'the nats-server could not be ended');
    }
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
