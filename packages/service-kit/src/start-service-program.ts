import type { z } from 'zod';
import type { Clock } from './clock';
import { loadConfig, type serviceVariables } from './config';
import { configChecks } from './diagnosis/config-checks';
import { databaseChecks, requireUsable } from './diagnosis/database-checks';
import { createFailPoint, type FailPoint } from './fail-point';
import { createLogger, type Logger } from './logger';
import { awaitDatabase } from './mongo/await-database';
import { connectMongo, type MongoConnection } from './mongo/connect-mongo';
import { startDatabaseClock, timeOf } from './mongo/start-database-clock';
import { openWaitingRoom } from './open-waiting-room';
import { callersOf } from './rpc/callers';
import { createChannelSecurity, requireAuthentication } from './rpc/channel-security';
import type { RpcClient, ServiceDefinition } from './rpc/definition';
import { createGrpcClient } from './rpc/grpc-client';
import { runProgram } from './run-program';
import { runService, type ServiceApp } from './run-service';
import { startTracing } from './tracing/start-tracing';

/** The variables that every service needs. The database's name has a default. */
type ServiceShape = typeof serviceVariables & { readonly MONGODB_DB: z.ZodType<string> };

export interface ServiceParts<Config> {
  readonly config: Config;
  readonly mongo: MongoConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly failPoint: FailPoint;
}

/** The parts that `startServiceProgram` passes to the code that creates the service. */
interface ServiceContext<Config> extends ServiceParts<Config> {
  /**
   * Connects a client of another service, which is closed at the end.
   * @param service the service's name as in its certificate, such as `customers-email`
   */
  connect<S extends ServiceDefinition>(service: string, definition: S, address: string): RpcClient<S>;
  /** Opens another database, for a service that uses several. Waits until the database answers, and checks it. */
  openDatabase(uri: string): Promise<MongoConnection>;
  /**
   * Registers a function that runs after the app has stopped and before the database is closed. The function that was
   * registered last runs first.
   */
  closeLast(close: () => Promise<void> | void): void;
}

/**
 * Runs a whole service: environment, log, database and clients, then the app behind gRPC, then one line on stdout with
 * its address. Stops the parts in reverse order, so that no part loses a dependency.
 */
export async function startServiceProgram<Shape extends ServiceShape, S extends ServiceDefinition>(
  name: string,
  variables: Shape,
  createApp: (context: ServiceContext<Readonly<z.infer<z.ZodObject<Shape>>>>) => Promise<ServiceApp<S>>,
): Promise<void> {
  const config = loadConfig(variables, process.env);
  const frame = config as Readonly<z.infer<z.ZodObject<ServiceShape>>>;
  // stdout contains only the line with the service's address.
  const logger = createLogger(name, frame.LOG_LEVEL, process.stderr);

  await runProgram(logger, async (signal) => {
    const security = createChannelSecurity(name, frame, logger);
    requireAuthentication(frame.GRPC_LISTEN, security);
    const tracing = await startTracing(name, frame, logger);
    const { ADMIN_LISTEN: adminListen, HEALTH_LISTEN: healthListen } = frame;
    const open = async (uri: string, watchClosely: boolean, onWait: () => Promise<() => Promise<void>>) => {
      const opened = await awaitDatabase({
        connect: () => connectMongo({ uri, database: frame.MONGODB_DB, watchClosely }),
        onWait,
        signal,
        logger,
      });
      await requireUsable(opened.db);
      return opened;
    };
    const mongo = await open(frame.MONGODB_URI, false, () =>
      openWaitingRoom({ adminListen, healthListen, missing: 'mongodb' }),
    );
    const clock = await startDatabaseClock({ ask: timeOf(mongo.db), logger });
    const closers: (() => Promise<void> | void)[] = [];
    // Migrations and indexes may take longer than a pod's allowed start time, so probes are answered meanwhile.
    const closeWaitingRoom = await openWaitingRoom({ adminListen, healthListen, missing: 'preparation' });
    const app = await createApp({
      config,
      mongo,
      clock,
      logger,
      failPoint: createFailPoint(frame.FAIL_POINT),
      connect: (service, definition, address) => {
        const client = createGrpcClient(definition, { address, service, security });
        closers.push(client.close);
        return client.rpc;
      },
      openDatabase: async (uri) => {
        // No second waiting room is opened, because the one for the preparation is still open and answers probes.
        const opened = await open(uri, true, async () => async () => undefined);
        closers.push(opened.close);
        return opened;
      },
      closeLast: (close) => void closers.push(close),
    }).finally(closeWaitingRoom);
    const service = await runService(app, {
      grpcListen: frame.GRPC_LISTEN,
      adminListen,
      healthListen,
      security,
      callers: callersOf(name),
      checks: [...databaseChecks(mongo.db), ...configChecks(frame)],
      logger,
    });
    const { grpcAddress: grpc, adminAddress: admin, healthAddress: health } = service;
    const ready = { ready: true, grpc, admin, health };
    process.stdout.write(`${JSON.stringify(ready)}\n`);
    return {
      stop: async () => {
        await service.stop();
        for (const close of closers.reverse()) await close();
        clock.stop();
        await mongo.close();
        await tracing.stop();
      },
    };
  });
}
