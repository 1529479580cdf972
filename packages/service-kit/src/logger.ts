import { types } from 'node:util';
import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import { cleanText } from './log/clean-text';
import { redactRecord } from './log/redact';
import { currentRequestId } from './tracing/request-id';
import { currentTraceId } from './tracing/traced';

export type { Logger };

/**
 * Creates a logger that writes JSON lines. Secrets and personal data are removed at any depth, even if they are passed
 * by mistake.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const requestId = currentRequestId();
      const traceId = currentTraceId();
      return { ...(requestId !== undefined && { requestId }), ...(traceId !== undefined && { traceId }) };
    },
    // `redactRecord` describes errors. The library's own serializer would log every property of an error.
    serializers: { err: (described: unknown) => described },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => redactRecord(fields),
    },
    hooks: { logMethod: cleanMessage },
  };
  const logger = destination ? pino(options, destination) : pino(options);
  // The library does not call the formatters for the bindings of a child logger, so the bindings are redacted here. A
  // child logger's own children inherit this function.
  const { child } = logger;
  logger.child = function redacted(this: Logger, bindings: object, childOptions?: object) {
    return child.call(this, redactRecord(bindings), childOptions);
  } as typeof child;
  return logger;
}

/**
 * Cleans the message of a line. For a line without a message, the library would use the error's message unchanged, so
 * this message is cleaned, too.
 */
function cleanMessage(this: Logger, parts: Parameters<LogFn>, write: LogFn): void {
  const [first, second, ...values] = parts as unknown[];
  const error = findError(first);
  const words = second ?? error?.message;
  const cleaned = [first, words, ...values].map((part) =>
    typeof part === 'string' ? cleanText(part) : part,
  );
  write.apply(this, (words === undefined ? cleaned.slice(0, 1) : cleaned) as Parameters<LogFn>);
}

function findError(fields: unknown): Error | undefined {
  const error = types.isNativeError(fields) ? fields : (fields as { err?: unknown } | null)?.err;
  return types.isNativeError(error) ? error : undefined;
}
