import { type AdminServer, startAdminServer } from './admin-server';
import type { Logger } from './logger';
import { createRegistry, createRpcMetrics } from './metrics';
import type { RpcHandlers, ServiceDefinition } from './rpc/definition';
import { type GrpcServer, startGrpcServer } from './rpc/grpc-server';
import type { Running } from './run-program';

/** What a service's `app.ts` gives back: its RPC handlers, its readiness and the way to stop its background work. */
export interface ServiceApp<S extends ServiceDefinition> extends Running {
  readonly definition: S;
  readonly handlers: RpcHandlers<S>;
  /** Names of dependencies that do not answer. */
  notReady(): Promise<readonly string[]>;
}

interface Options {
  grpcListen: string;
  adminListen: string;
  logger: Logger;
}

export interface RunningService extends Running {
  readonly grpcAddress: string;
  readonly adminAddress: string;
}

/** Milliseconds for what is under way; less than the whole program has for its end. */
const DRAIN_GRACE_MS = 15_000;

/** Puts an app behind gRPC and the admin port; stops them in the order that loses nothing. */
export async function runService<S extends ServiceDefinition>(
  app: ServiceApp<S>,
  { grpcListen, adminListen, logger }: Options,
): Promise<RunningService> {
  const registry = createRegistry(app.definition.name.toLowerCase());
  const grpc: GrpcServer = await startGrpcServer({
    definition: app.definition,
    handlers: app.handlers,
    listen: grpcListen,
    logger,
    metrics: createRpcMetrics(registry),
  });
  let draining = false;
  const admin: AdminServer = await startAdminServer({
    listen: adminListen,
    registry,
    notReady: async () => (draining ? ['drain'] : app.notReady()),
  }).catch(async (error: unknown) => {
    await grpc.drain(0);
    throw error;
  });
  logger.info({ grpc: grpc.address, admin: admin.address }, 'serving');
  return {
    grpcAddress: grpc.address,
    adminAddress: admin.address,
    stop: async () => {
      draining = true;
      await grpc.drain(DRAIN_GRACE_MS);
      await app.stop().finally(admin.close);
    },
  };
}
