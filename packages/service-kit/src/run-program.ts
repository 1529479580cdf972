import type { Logger } from './logger';

/** Something that was started and can be stopped; stopped in the reverse order of starting. */
export interface Running {
  stop(): Promise<void>;
}

/**
 * The frame of every `main.ts`: starts, reports a failure in one line and exits 1, drains on SIGTERM or SIGINT within
 * the grace time, exits 0.
 */
export async function runProgram(
  logger: Logger,
  start: () => Promise<Running>,
  graceMs = 20_000,
): Promise<void> {
  process.on('unhandledRejection', (reason) => {
    logger.fatal({ err: reason }, 'unhandled rejection');
    process.exit(1);
  });
  let running: Running;
  try {
    running = await start();
  } catch (error) {
    logger.fatal({ err: error }, 'start failed');
    process.exit(1);
  }
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'draining');
    setTimeout(() => process.exit(1), graceMs).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'drain failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // Present only under a supervisor that opened a channel: without it nobody would ever end this process.
  if (process.channel) process.once('disconnect', () => stop('supervisor is gone'));
}
