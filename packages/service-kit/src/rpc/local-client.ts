import { DomainError } from '../domain-error';
import { fromFailure, toFailure } from '../failure';
import type { Logger } from '../logger';
import type { RpcMetrics } from '../metrics';
import { currentRequestId, remainingMs, servingRequest } from '../tracing/request-id';
import { traced } from '../tracing/traced';
import type { CallerRule } from './callers';
import type { CallContext, CallOptions, RpcClient, RpcHandlers, ServiceDefinition } from './definition';
import { freezeMessage } from './freeze-message';
import { logFailure } from './grpc-server';
import { deadlineExceeded } from './status-map';
import { workingTime } from './working-time';

interface Options {
  defaultTimeoutMs?: number;
  logger?: Logger;
  metrics?: RpcMetrics;
  /**
   * The name of the calling program, and the rule that decides which programs may call the service. When absent, any
   * program may call.
   */
  caller?: { readonly name: string; readonly rule: CallerRule };
}

type Handler = (request: unknown, context: CallContext) => Promise<unknown>;

/**
 * The in-process channel. It has the interface, deadlines and errors of `createGrpcClient`, but no socket. Messages are
 * frozen at both ends, so that neither side can change what the other side reads.
 */
export function createLocalClient<S extends ServiceDefinition>(
  definition: S,
  handlers: RpcHandlers<S>,
  options: Options = {},
): RpcClient<S> {
  const { defaultTimeoutMs = 10_000, logger, metrics, caller } = options;
  const table = handlers as unknown as Record<string, Handler>;
  const methods = Object.entries(definition.methods).map(([key, method]) => {
    const name = `${definition.name}.${method.name}`;
    const handle = table[key] as Handler;
    if (caller && !caller.rule([caller.name], method.name))
      return [key, refusing(name, caller.name)] as const;
    const serve = (
      request: unknown,
      callOptions: CallOptions | undefined,
      requestId: string,
      timeoutMs: number,
    ) => {
      const context = new LocalContext(requestId, timeoutMs);
      if (timeoutMs <= 0) return Promise.reject(deadlineExceeded(name));
      const stop = metrics?.start(definition.name, method.name);
      // Creates only one promise and one timer for each call, because every request of the single process makes several
      // calls.
      return new Promise<unknown>((resolve, reject) => {
        const timer = setTimeout(() => {
          context.expire();
          reject(deadlineExceeded(name));
        }, timeoutMs);
        const work = () => run(handle, freezeMessage(request), context);
        traced(name, 'server', callOptions?.traceparent, work).then(
          (response) => {
            clearTimeout(timer);
            stop?.('ok');
            resolve(freezeMessage(response));
          },
          (error: unknown) => {
            clearTimeout(timer);
            stop?.(error instanceof DomainError ? error.code : 'internal');
            if (logger) logFailure(logger, error, name);
            reject(publicError(error, name));
          },
        );
      });
    };
    const call = (request: unknown, callOptions?: CallOptions) => {
      const { requestId = currentRequestId() ?? '' } = callOptions ?? {};
      const timeoutMs = Math.min(callOptions?.timeoutMs ?? defaultTimeoutMs, remainingMs());
      const work = () => serve(request, callOptions, requestId, timeoutMs);
      return servingRequest(requestId, work, workingTime(timeoutMs));
    };
    return [key, call] as const;
  });
  return Object.fromEntries(methods) as unknown as RpcClient<S>;
}

/** The same error that a refused caller gets over gRPC. */
const refusing = (method: string, caller: string) => () =>
  Promise.reject(
    new DomainError(
      'internal',
      'internal',
      {},
      { detail: `${method}: the table of calls does not let ${caller} call it` },
    ),
  );

/** This function is `async`, so that an error that the handler throws immediately also becomes a rejected promise. */
async function run(handle: Handler, request: unknown, context: CallContext): Promise<unknown> {
  return handle(request, context);
}

/** `signal` aborts at the deadline, as over gRPC. It is created on first use, because most handlers never read it. */
class LocalContext implements CallContext {
  private controller: AbortController | undefined;
  private expired = false;

  constructor(
    readonly requestId: string,
    readonly timeLeftMs: number,
  ) {}

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.expired) this.controller.abort();
    }
    return this.controller.signal;
  }

  /** Called at the deadline. The caller stops waiting, but the handler may continue, as over gRPC. */
  expire(): void {
    this.expired = true;
    this.controller?.abort();
  }
}

/** The parts of an error that a caller would get over gRPC. */
const publicError = (error: unknown, method: string): DomainError => {
  const failure = toFailure(error);
  return fromFailure(failure, { detail: `${method} answered ${failure.code}` });
};
