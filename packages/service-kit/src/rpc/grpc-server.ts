import { Server, ServerCredentials, status, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { CallStreamDefinition } from '@parcelyard/contracts/call-stream';
import { type Diagnosis, DiagnosticsDefinition } from '@parcelyard/contracts/diagnostics';
import { DomainError } from '../domain-error';
import type { Logger } from '../logger';
import type { RpcMetrics } from '../metrics';
import { servingRequest } from '../tracing/request-id';
import { traced } from '../tracing/traced';
import type { CallerRule } from './callers';
import type { ChannelSecurity } from './channel-security';
import type { CallContext, RpcHandlers, ServiceDefinition } from './definition';
import { type GrpcCall, GrpcContext } from './grpc-context';
import { type GrpcMethod, grpcDefinition, MAX_MESSAGE_BYTES } from './grpc-definition';
import { bind, createHealth, type Health } from './health';
import { type LogRefusal, logRefusals } from './log-refusals';
import { secretInterceptor } from './secret-interceptor';
import { type ServedDuplex, serveCallStream } from './serve-call-stream';
import { toServiceError } from './status-map';
import { type Serve, streamedCalls } from './streamed-calls';
import { workingTime } from './working-time';

export interface GrpcServer {
  /** The `host:port` on which the server listens. */
  readonly address: string;
  readonly health: Health;
  /** Refuses new calls and waits for the running ones. Aborts those that still run after the grace time. */
  drain(graceMs: number): Promise<void>;
}

interface Options<S extends ServiceDefinition> {
  definition: S;
  handlers: RpcHandlers<S>;
  listen: string;
  logger: Logger;
  metrics?: RpcMetrics;
  /** When absent, calls are plain text and callers need not authenticate. */
  security?: ChannelSecurity | undefined;
  /** Who may call which method; everybody when absent. */
  callers?: CallerRule | undefined;
  /** Answers the RPC `Diagnose` of an operator. When absent, the RPC is not served. */
  diagnose?: () => Promise<Diagnosis>;
}

type Handler = (request: unknown, context: CallContext) => Promise<unknown>;

/** Serves one service over gRPC with keep-alive, connection age (so that clients rebalance) and the health protocol. */
export async function startGrpcServer<S extends ServiceDefinition>(options: Options<S>): Promise<GrpcServer> {
  const { definition, handlers, logger, metrics } = options;
  const security = options.security;
  const logRefusal = logRefusals(logger);
  const server = new Server({
    'grpc.max_connection_age_ms': 300_000,
    'grpc.max_connection_age_grace_ms': 30_000,
    'grpc.keepalive_time_ms': 60_000,
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    ...(security?.asksSecret && { interceptors: [secretInterceptor(security, logRefusal)] }),
  });
  const methods = grpcDefinition(definition);
  const serve = serving(definition, handlers as Record<string, Handler>, logger, metrics);
  const checkCaller = callerCheck(options, logRefusal);
  const nameOf = (key: string) => definition.methods[key]?.name ?? key;
  server.addService(methods, implementation(Object.keys(methods), nameOf, checkCaller, serve));
  let isDraining = false;
  const serveStreamed = streamedCalls(definition, methods, serve, logger);
  const { open } = grpcDefinition(CallStreamDefinition) as Record<'open', GrpcMethod>;
  server.addService({ open: { ...open, requestStream: true, responseStream: true } }, {
    open: (duplex: ServedDuplex) => {
      const mayCall = checkCaller(duplex as unknown as GrpcCall);
      serveCallStream(duplex, {
        serve: (call, context) => serveStreamed(call, context, mayCall),
        isDraining: () => isDraining,
      });
    },
  } as unknown as UntypedServiceImplementation);
  const { diagnose } = options;
  if (diagnose) {
    const answer: Serve = (_, __, context) => servingRequest(context.requestId, diagnose);
    const { name } = DiagnosticsDefinition.methods.diagnose;
    server.addService(
      grpcDefinition(DiagnosticsDefinition),
      implementation(['diagnose'], () => name, checkCaller, answer),
    );
  }
  const health = createHealth(definition.fullName);
  health.addTo(server);
  const port = await bind(
    server,
    options.listen,
    security?.serverCredentials ?? ServerCredentials.createInsecure(),
  );
  return {
    address: `${options.listen.slice(0, options.listen.lastIndexOf(':'))}:${port}`,
    health,
    drain: (graceMs) => {
      isDraining = true;
      return drain(server, health, graceMs);
    },
  };
}

function drain(server: Server, health: Health, graceMs: number): Promise<void> {
  health.setServing(false);
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

function serving(
  definition: ServiceDefinition,
  handlers: Record<string, Handler>,
  logger: Logger,
  metrics: RpcMetrics | undefined,
): Serve {
  const serve: Serve = async (key, request, context) => {
    const method = definition.methods[key]?.name ?? key;
    const name = `${definition.name}.${method}`;
    const stop = metrics?.start(definition.name, method);
    try {
      const handle = handlers[key] as Handler;
      const response = await traced(name, 'server', context.traceparent, () => handle(request, context));
      stop?.('ok');
      return response;
    } catch (error) {
      stop?.(error instanceof DomainError ? error.code : 'internal');
      logFailure(logger, error, name);
      throw error;
    }
  };
  return (key, request, context) =>
    servingRequest(context.requestId, () => serve(key, request, context), workingTime(context.timeLeftMs));
}

/** Returns whether the caller of a call or stream may call a method. */
type CheckCaller = (call: GrpcCall) => (method: string) => boolean;

function callerCheck(
  { definition, security, callers }: Options<ServiceDefinition>,
  logRefusal: LogRefusal,
): CheckCaller {
  if (!callers) return () => () => true;
  return (call) => {
    const names = security?.namesOf(call.metadata, call.getAuthContext()) ?? [];
    return (method) => {
      if (callers(names, method)) return true;
      logRefusal('not in the table of calls', {
        method: `${definition.name}.${method}`,
        peer: call.getPeer(),
        caller: names.join(','),
      });
      return false;
    };
  };
}

/**
 * A caller that gets this status without failure data reports an internal error to its user. This is right, because the
 * user made no mistake.
 */
const CALLER_REFUSED = {
  code: status.PERMISSION_DENIED,
  details: 'The table of calls does not let this caller call this method.',
};

function implementation(
  keys: readonly string[],
  methodOf: (key: string) => string,
  checkCaller: CheckCaller,
  serve: Serve,
): UntypedServiceImplementation {
  return Object.fromEntries(
    keys.map((key) => [
      key,
      (call: GrpcCall, callback: GrpcCallback) => {
        if (!checkCaller(call)(methodOf(key))) return callback(CALLER_REFUSED);
        serve(key, call.request, new GrpcContext(call)).then(
          (response) => callback(null, response),
          (error: unknown) => callback(toServiceError(error)),
        );
      },
    ]),
  ) as unknown as UntypedServiceImplementation;
}

type GrpcCallback = (
  error: ReturnType<typeof toServiceError> | typeof CALLER_REFUSED | null,
  response?: unknown,
) => void;

const OWN_FAULTS = new Set(['internal', 'unavailable', 'deadline_exceeded', 'unresolved']);

/** Our faults are logged with their cause. A caller's faults are logged only at level debug. */
export function logFailure(logger: Logger, error: unknown, method: string): void {
  // An error with `retryAfterSeconds` comes from a full queue. Metrics count such errors, and one log line for each
  // would flood the log.
  const isForeseen = (known: DomainError) =>
    !OWN_FAULTS.has(known.code) || known.retryAfterSeconds !== undefined;
  if (error instanceof DomainError && isForeseen(error)) {
    logger.debug({ method, errorCode: error.code, field: error.field }, 'call refused');
    return;
  }
  logger.error({ method, err: error }, 'call failed');
}
