import { createLogger, type Logger } from '@parcelyard/service-kit/logger';

/** A logger that writes nothing. Tests of the log itself use a logger with a destination instead. */
export const silentLogger: Logger = createLogger('test', 'silent');
