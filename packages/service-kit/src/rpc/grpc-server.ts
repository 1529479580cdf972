import { Server, ServerCredentials, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { DomainError } from '../domain-error';
import type { Logger } from '../logger';
import type { RpcMetrics } from '../metrics';
import type { CallContext, RpcHandlers, ServiceDefinition } from './definition';
import { grpcDefinition } from './grpc-definition';
import { toServiceError } from './status-map';

export interface GrpcServer {
  /** `host:port` that it really listens on. */
  readonly address: string;
  /** Flips the health protocol's answer. */
  setServing(serving: boolean): void;
  /** Answers what is under way, refuses the rest, and gives up on stragglers after the grace time. */
  drain(graceMs: number): Promise<void>;
}

interface Options<S extends ServiceDefinition> {
  definition: S;
  handlers: RpcHandlers<S>;
  listen: string;
  logger: Logger;
  metrics?: RpcMetrics;
  credentials?: ServerCredentials;
}

type Handler = (request: unknown, context: CallContext) => Promise<unknown>;

/** Serves one service over gRPC with keep-alive, connection age (so that clients rebalance) and the health protocol. */
export async function startGrpcServer<S extends ServiceDefinition>(options: Options<S>): Promise<GrpcServer> {
  const { definition, handlers, logger, metrics } = options;
  const server = new Server({
    'grpc.max_connection_age_ms': 300_000,
    'grpc.max_connection_age_grace_ms': 30_000,
    'grpc.keepalive_time_ms': 60_000,
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
    'grpc.max_send_message_length': 16 * 1024 * 1024,
  });
  server.addService(
    grpcDefinition(definition),
    implementation(definition, handlers as Record<string, Handler>, logger, metrics),
  );
  const health = new HealthImplementation({ '': 'SERVING', [definition.fullName]: 'SERVING' });
  health.addToServer(server);

  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(
      options.listen,
      options.credentials ?? ServerCredentials.createInsecure(),
      (error, bound) => (error ? reject(error) : resolve(bound)),
    ),
  );
  const setServing = (serving: boolean) => {
    for (const name of ['', definition.fullName]) health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
  };
  return {
    address: `${options.listen.slice(0, options.listen.lastIndexOf(':'))}:${port}`,
    setServing,
    drain: (graceMs) => drain(server, setServing, graceMs),
  };
}

function drain(server: Server, setServing: (serving: boolean) => void, graceMs: number): Promise<void> {
  setServing(false);
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, graceMs);
    server.tryShutdown(() => {
      clearTimeout(giveUp);
      resolve();
    });
  });
}

function implementation(
  definition: ServiceDefinition,
  handlers: Record<string, Handler>,
  logger: Logger,
  metrics: RpcMetrics | undefined,
): UntypedServiceImplementation {
  return Object.fromEntries(
    Object.entries(definition.methods).map(([key, method]) => [
      key,
      (call: GrpcCall, callback: GrpcCallback) => {
        const requestId = String(call.metadata.get('x-request-id')[0] ?? '');
        const abort = new AbortController();
        call.on('cancelled', () => abort.abort());
        const stop = metrics?.start(definition.name, method.name);
        const handle = handlers[key] as Handler;
        run(handle, call.request, { requestId, signal: abort.signal }).then(
          (response) => {
            stop?.('ok');
            callback(null, response);
          },
          (error: unknown) => {
            stop?.(error instanceof DomainError ? error.code : 'internal');
            logFailure(logger, error, `${definition.name}.${method.name}`, requestId);
            callback(toServiceError(error));
          },
        );
      },
    ]),
  ) as unknown as UntypedServiceImplementation;
}

/** Turns what a handler throws before its first await into a rejection, too. */
async function run(handle: Handler, request: unknown, context: CallContext): Promise<unknown> {
  return handle(request, context);
}

interface GrpcCall {
  readonly request: unknown;
  readonly metadata: { get(key: string): (string | Buffer)[] };
  on(event: 'cancelled', listener: () => void): void;
}
type GrpcCallback = (error: ReturnType<typeof toServiceError> | null, response?: unknown) => void;

const OWN_FAULTS = new Set(['internal', 'unavailable', 'deadline_exceeded', 'unresolved']);

/** Faults of ours are logged with their cause; a caller's faults only at debug. */
export function logFailure(logger: Logger, error: unknown, method: string, requestId: string): void {
  if (error instanceof DomainError && !OWN_FAULTS.has(error.code)) {
    logger.debug({ method, requestId, errorCode: error.code, field: error.field }, 'call refused');
    return;
  }
  logger.error({ method, requestId, err: error }, 'call failed');
}
