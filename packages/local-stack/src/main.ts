import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { createLogger } from '@parcelyard/service-kit/logger';
import { parseStackEnvironment } from './config';
import { type RunningStack, startStack } from './start-stack';
import { welcome } from './welcome';

const FORCED_EXIT_MS = 30_000;

try {
  const parsed = parseStackEnvironment(process.env);
  const logger = createLogger('local-stack', parsed.config.LOG_LEVEL, process.stderr);
  const programsDir = dirname(realpathSync(process.argv[1] as string));
  const start = new AbortController();
  const starting = startStack({ parsed, programsDir, logger, signal: start.signal });
  stopOnSignal(starting, start);
  process.stdout.write(welcome((await starting).file));
} catch (error) {
  process.stderr.write(`The local stack did not start: ${(error as Error).message}\n`);
  process.exit(1);
}

function stopOnSignal(starting: Promise<RunningStack>, start: AbortController): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    start.abort(new Error('it was stopped before it was ready.'));
    setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref();
    starting
      .then((stack) => stack.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
}
