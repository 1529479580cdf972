import pino, { type DestinationStream, type Logger } from 'pino';
import { redactRecord } from './log/redact';
import { currentTraceId } from './tracing/traced';

export type { Logger };

/** Structured JSON lines. Secrets and personal data are removed at any depth, whatever a caller passes by mistake. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const traceId = currentTraceId();
      return traceId === undefined ? {} : { traceId };
    },
    // Errors are described with everything else; the library's own way would show all that hangs on them.
    serializers: { err: (described: unknown) => described },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => redactRecord(fields),
    },
  };
  const logger = destination ? pino(options, destination) : pino(options);
  // What a child carries is written out when it is made, past the formatters. Children of children inherit this.
  const { child } = logger;
  logger.child = function redacted(this: Logger, bindings: object, childOptions?: object) {
    return child.call(this, redactRecord(bindings), childOptions);
  } as typeof child;
  return logger;
}
