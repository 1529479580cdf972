import { createLogger, type Logger } from '@parcelyard/service-kit/logger';

/** A logger that writes nothing; tests of the log itself pass a destination instead. */
export const silentLogger: Logger = createLogger('test', 'silent');
