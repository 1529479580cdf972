import type { Logger } from './logger';

/** A part that was started and can be stopped. All parts are stopped in reverse order. */
export interface Running {
  stop(): Promise<void>;
}

/**
 * Runs a program; every `main.ts` calls it. If the program cannot start, it reports the failure in one line and exits
 * with 1. On SIGTERM or SIGINT it drains within the grace time and exits with 0. A signal during the start takes effect
 * after the start. If the start has to wait, it can listen to `stopping`, and end the program at the signal.
 */
export async function runProgram(
  logger: Logger,
  start: (stopping: AbortSignal) => Promise<Running>,
  graceMs = 20_000,
): Promise<void> {
  const fail = (message: string) => (error: unknown) => {
    logger.fatal({ err: error }, message);
    process.exit(1);
  };
  process.on('unhandledRejection', fail('unhandled rejection'));
  process.on('uncaughtException', fail('uncaught exception'));
  // A supervisor opened this channel. The channel closes when the supervisor dies. After that, nobody would end this
  // process, so it ends itself.
  if (process.channel) process.once('disconnect', () => process.exit(1));
  const stopping = new AbortController();
  const signalled = new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        resolve(signal);
        stopping.abort();
      });
    }
  });
  const running = await start(stopping.signal).catch((error: unknown) => {
    if (error === stopping.signal.reason) process.exit(0);
    return fail('start failed')(error);
  });
  void signalled.then((signal) => {
    logger.info({ signal }, 'draining');
    setTimeout(() => process.exit(1), graceMs).unref();
    running.stop().then(() => process.exit(0), fail('drain failed'));
  });
}
