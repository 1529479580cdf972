import { DomainError } from '../domain-error';
import type { Logger } from '../logger';
import type { RpcMetrics } from '../metrics';
import type { CallContext, CallOptions, RpcClient, RpcHandlers, ServiceDefinition } from './definition';
import { logFailure } from './grpc-server';
import { INTERNAL_MESSAGE } from './status-map';

interface Options {
  defaultTimeoutMs?: number;
  logger?: Logger;
  metrics?: RpcMetrics;
}

type Handler = (request: unknown, context: CallContext) => Promise<unknown>;

/**
 * The in-process channel: the same interface, deadlines and errors as `createGrpcClient` without a socket. Messages
 * are frozen at both ends, so that neither side can lean on sharing memory with the other.
 */
export function createLocalClient<S extends ServiceDefinition>(
  definition: S,
  handlers: RpcHandlers<S>,
  options: Options = {},
): RpcClient<S> {
  const { defaultTimeoutMs = 10_000, logger, metrics } = options;
  const table = handlers as unknown as Record<string, Handler>;
  const methods = Object.entries(definition.methods).map(([key, method]) => {
    const name = `${definition.name}.${method.name}`;
    const handle = table[key] as Handler;
    const call = async (request: unknown, callOptions: CallOptions = {}) => {
      const requestId = callOptions.requestId ?? '';
      const timeoutMs = callOptions.timeoutMs ?? defaultTimeoutMs;
      const stop = metrics?.start(definition.name, method.name);
      try {
        const response = await withDeadline(timeoutMs, name, (signal) =>
          handle(Object.freeze(request), { requestId, signal }),
        );
        stop?.('ok');
        return Object.freeze(response);
      } catch (error) {
        stop?.(error instanceof DomainError ? error.code : 'internal');
        if (logger) logFailure(logger, error, name, requestId);
        throw publicError(error, name);
      }
    };
    return [key, call] as const;
  });
  return Object.fromEntries(methods) as unknown as RpcClient<S>;
}

/** What a socket would have let through: code, public message and field. */
function publicError(error: unknown, method: string): DomainError {
  if (error instanceof DomainError) {
    return new DomainError(error.code, error.publicMessage, {
      detail: `${method} answered ${error.code}`,
      ...(error.field === undefined ? {} : { field: error.field }),
    });
  }
  return new DomainError('internal', INTERNAL_MESSAGE, { detail: method });
}

/** Like gRPC, the caller stops waiting at the deadline while the work behind it may go on. */
function withDeadline<T>(ms: number, method: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      abort.abort();
      reject(
        new DomainError(
          'deadline_exceeded',
          'The service is not available right now. Try again in a moment.',
          {
            detail: `${method} took over ${ms} ms`,
          },
        ),
      );
    }, ms);
    work(abort.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
