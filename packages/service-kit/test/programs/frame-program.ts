import { createFailPoint } from '../../src/fail-point';
import { createLogger } from '../../src/logger';
import { runProgram } from '../../src/run-program';

/** A program that is started like every `main.ts`. Environment variables decide how it starts and stops. */
const logger = createLogger('frame', 'info', process.stderr);
const failPoint = createFailPoint(process.env.FAIL_POINT);
const { START = '', STOP = '' } = process.env;

void runProgram(
  logger,
  async (stopping) => {
    const alive = setInterval(() => undefined, 1_000);
    // The signal's listener is registered before the first log line, because whoever reads that line may send the
    // signal at once.
    const released =
      START === 'slow' ? new Promise((resolve) => process.once('SIGUSR2', resolve)) : undefined;
    logger.info('starting');
    if (START === 'fail') throw new Error('no database at mongodb://root:hunter2@db');
    await released;
    if (START === 'wait') {
      await new Promise((_, reject) => stopping.addEventListener('abort', () => reject(stopping.reason)));
    }
    failPoint('started');
    logger.info('started');
    if (START === 'accident') setImmediate(() => Promise.reject(new Error('nobody caught it')));
    if (START === 'crash') {
      setImmediate(() => {
        throw new Error('nobody caught it');
      });
    }
    return {
      stop: async () => {
        logger.info('stopping');
        if (STOP === 'never') await new Promise(() => undefined);
        if (STOP === 'fail') throw new Error('would not end');
        clearInterval(alive);
        logger.info('stopped');
      },
    };
  },
  STOP === 'never' ? 100 : 20_000,
);
