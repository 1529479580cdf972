import type { Metric } from 'prom-client';
import { type AdminServer, startAdminServer } from './admin-server';
import { diagnose } from './diagnosis/diagnose';
import type { Check } from './diagnosis/finding';
import type { Logger } from './logger';
import { createRegistry, createRpcMetrics } from './metrics';
import type { CallerRule } from './rpc/callers';
import type { ChannelSecurity } from './rpc/channel-security';
import type { RpcHandlers, ServiceDefinition } from './rpc/definition';
import { type GrpcServer, startGrpcServer } from './rpc/grpc-server';
import { startHealthServer } from './rpc/health';
import type { Running } from './run-program';

/** What a service's `app.ts` returns: RPC handlers, readiness and a way to stop background work. */
export interface ServiceApp<S extends ServiceDefinition> extends Running {
  readonly definition: S;
  readonly handlers: RpcHandlers<S>;
  /** Returns names of dependencies that do not answer. */
  notReady(): Promise<readonly string[]>;
  /** The service's own metrics, not registered yet. */
  readonly metrics?: readonly Metric[];
  /** Further checks for an operator's diagnosis, in addition to database and configuration. */
  readonly checks?: readonly Check[];
}

interface Options {
  grpcListen: string;
  adminListen: string;
  /** `host:port` of a separate health listener. If absent, only the gRPC port answers the health protocol. */
  healthListen?: string | undefined;
  /** How callers authenticate. If absent, calls are plain text and unauthenticated, for loopback only. */
  security?: ChannelSecurity;
  /** Which program may call which method. If absent, every program may call every method. */
  callers?: CallerRule;
  /** Further checks for an operator's diagnosis, in addition to the app's own checks. */
  checks?: readonly Check[];
  logger: Logger;
  /** Milliseconds between health checks of the dependencies while all are available; 10,000 when absent. */
  healthIntervalMs?: number;
}

export interface RunningService extends Running {
  readonly grpcAddress: string;
  readonly adminAddress: string;
  readonly healthAddress: string | undefined;
}

/** Milliseconds to finish running calls. This is less than the time in which the whole program must stop. */
const DRAIN_GRACE_MS = 15_000;

/**
 * Serves an app over gRPC, with health and the admin port. When it stops, the running calls finish first, then the app
 * stops, and then the admin port and the health listener close.
 */
export async function runService<S extends ServiceDefinition>(
  app: ServiceApp<S>,
  options: Options,
): Promise<RunningService> {
  const { grpcListen, adminListen, healthListen, security, callers, logger } = options;
  const { checks = [], healthIntervalMs = 10_000 } = options;
  const registry = createRegistry(app.definition.name.toLowerCase());
  for (const metric of app.metrics ?? []) registry.registerMetric(metric);
  const opened: (() => Promise<void> | void)[] = [];
  let draining = false;
  try {
    const grpc: GrpcServer = await startGrpcServer({
      definition: app.definition,
      handlers: app.handlers,
      listen: grpcListen,
      logger,
      metrics: createRpcMetrics(registry),
      security,
      callers,
      diagnose: () => diagnose([...checks, ...(app.checks ?? [])]),
    });
    opened.push(() => grpc.drain(0));
    const health =
      healthListen === undefined ? undefined : await startHealthServer(healthListen, grpc.health);
    if (health) opened.push(health.close);
    const admin: AdminServer = await startAdminServer({
      listen: adminListen,
      registry,
      notReady: async () => (draining ? ['drain'] : app.notReady()),
    });
    const stopWatching = watchReadiness(app, healthIntervalMs, grpc.health.setServing);
    logger.info({ grpc: grpc.address, admin: admin.address, health: health?.address }, 'serving');
    return {
      grpcAddress: grpc.address,
      adminAddress: admin.address,
      healthAddress: health?.address,
      stop: async () => {
        draining = true;
        stopWatching();
        await grpc.drain(DRAIN_GRACE_MS);
        await app.stop().finally(admin.close);
        health?.close();
      },
    };
  } catch (error) {
    for (const close of opened.reverse()) await close();
    throw error;
  }
}

/** Milliseconds between two checks while a dependency is missing. */
const RETRY_MS = 1_000;

/** Keeps the health state up to date, so that a health call is answered at once even if a dependency is slow. */
function watchReadiness(
  { notReady }: Pick<ServiceApp<ServiceDefinition>, 'notReady'>,
  intervalMs: number,
  setServing: (serving: boolean) => void,
): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const look = async () => {
    const missing = await notReady().catch(() => ['check failed']);
    if (stopped) return;
    setServing(missing.length === 0);
    // The pause ends at a multiple of its length. So all services of one process check at the same moment, and share
    // one ping of the database.
    const pauseMs = missing.length === 0 ? intervalMs : Math.min(intervalMs, RETRY_MS);
    timer = setTimeout(look, pauseMs - (Date.now() % pauseMs));
  };
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
