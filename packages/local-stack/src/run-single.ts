import { join } from 'node:path';
import { createAuthApp } from '@parcelyard/auth/app';
import { authVariables } from '@parcelyard/auth/config';
import { createBillingApp } from '@parcelyard/billing/app';
import { billingVariables } from '@parcelyard/billing/config';
import { createCustomersEmailApp } from '@parcelyard/customers-email/app';
import { customersEmailVariables } from '@parcelyard/customers-email/config';
import type { Bus } from '@parcelyard/events/bus';
import { connectBus } from '@parcelyard/events/connect-bus';
import { createInProcessBus } from '@parcelyard/events/in-process-bus';
import { createGatewayApp } from '@parcelyard/gateway/app';
import { gatewaySettings } from '@parcelyard/gateway/config';
import { createOrdersApp } from '@parcelyard/orders/app';
import { ordersVariables } from '@parcelyard/orders/config';
import { createPickupsApp } from '@parcelyard/pickups/app';
import { pickupsVariables } from '@parcelyard/pickups/config';
import { type Clock, systemClock } from '@parcelyard/service-kit/clock';
import {
  channelSecurityVariables,
  loadConfig,
  natsVariables,
  tracingVariables,
} from '@parcelyard/service-kit/config';
import { type CheckedConfig, configChecks } from '@parcelyard/service-kit/diagnosis/config-checks';
import { databaseChecks, requireUsable } from '@parcelyard/service-kit/diagnosis/database-checks';
import { createFailPoint } from '@parcelyard/service-kit/fail-point';
import type { Logger } from '@parcelyard/service-kit/logger';
import { connectMongo, type MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { callersOf } from '@parcelyard/service-kit/rpc/callers';
import { createChannelSecurity } from '@parcelyard/service-kit/rpc/channel-security';
import type { RpcClient, ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';
import { createLocalClient } from '@parcelyard/service-kit/rpc/local-client';
import { runService, type ServiceApp } from '@parcelyard/service-kit/run-service';
import type { ServiceParts } from '@parcelyard/service-kit/start-service-program';
import { startTracing } from '@parcelyard/service-kit/tracing/start-tracing';
import { createShippingApp } from '@parcelyard/shipping/app';
import { shippingVariables } from '@parcelyard/shipping/config';
import type { RunningServices } from './running-services';
import type { Scope } from './scope';
import {
  deploymentName,
  type ServiceName,
  type StackContext,
  serviceEnvironment,
} from './service-environment';
import type { StackFile } from './stack-file';

/** The parts of a service's configuration that `shipctl doctor` checks. */
type Checked = CheckedConfig & { readonly MONGODB_DB: string };

interface Options {
  context: StackContext;
  /** Folder of the bundled programs. */
  programsDir: string;
  scope: Scope;
  logger: Logger;
  clock?: Clock;
}

/**
 * Runs every service in this process. The services call each other without sockets. Each service also serves gRPC on
 * loopback, for `shipctl` and scripts.
 */
export async function runSingle({
  context,
  programsDir,
  scope,
  logger,
  clock = systemClock,
}: Options): Promise<RunningServices> {
  const tracing = await startTracing('local-stack', loadConfig(tracingVariables, context.forwarded), logger);
  scope.add(tracing.stop);
  const connection = await connectMongo({ uri: context.mongoUri, database: 'admin' });
  scope.add(connection.close);
  const { bus, release } = await startBus(context, logger);
  scope.add(() => bus.close());

  const security = createChannelSecurity(
    'shipctl',
    loadConfig(channelSecurityVariables, context.forwarded),
    logger,
  );
  const processes: StackFile['services'] = {};
  const environment = (name: ServiceName | 'gateway') => serviceEnvironment(name, context);
  const failPoint = createFailPoint(context.forwarded.FAIL_POINT);
  /**
   * Creates a service, and serves it over gRPC. Returns a function that creates a client for the calling program
   * `caller`. The client calls the service directly, because both are in this process.
   */
  const serve = async <Config extends Checked, S extends ServiceDefinition>(
    name: ServiceName,
    config: Config,
    createApp: (parts: ServiceParts<Config> & { bus: Bus }) => Promise<ServiceApp<S>>,
  ): Promise<(caller: string) => RpcClient<S>> => {
    const mongo = onDatabase(connection, config.MONGODB_DB);
    const app = await createApp({ config, mongo, bus, clock, logger, failPoint });
    const rule = callersOf(name);
    const running = await runService(app, {
      grpcListen: '127.0.0.1:0',
      adminListen: '127.0.0.1:0',
      security,
      callers: rule,
      logger,
      checks: [...databaseChecks(mongo.db), ...configChecks(config)],
    });
    scope.add(running.stop);
    processes[name] = { pid: process.pid, grpc: running.grpcAddress };
    return (caller) =>
      createLocalClient<S>(app.definition, app.handlers, { logger, caller: { name: caller, rule } });
  };

  const authConfig = loadConfig(authVariables, environment('auth'));
  // When services are separate programs, each program checks its own server. Here all services share one server, so one
  // check is enough.
  await requireUsable(onDatabase(connection, authConfig.MONGODB_DB).db);
  const billingConfig = loadConfig(billingVariables, environment('billing'));
  const billing = await serve('billing', billingConfig, createBillingApp);
  const auth = await serve('auth', authConfig, (parts) =>
    createAuthApp({ ...parts, clients: { billing: billing('auth') } }),
  );
  const customersConfig = loadConfig(customersEmailVariables, environment('customers-email'));
  const customers = await serve('customers-email', customersConfig, (parts) => {
    const clients = { auth: auth('customers-email'), billing: billing('customers-email') };
    return createCustomersEmailApp({ ...parts, clients });
  });
  const ordersConfig = loadConfig(ordersVariables, environment('orders'));
  const orders = await serve('orders', ordersConfig, (parts) => {
    const clients = { customers: customers('orders'), billing: billing('orders') };
    return createOrdersApp({ ...parts, clients });
  });
  const shippingConfig = loadConfig(shippingVariables, environment('shipping'));
  const shipping = await serve('shipping', shippingConfig, (parts) => {
    const clients = { orders: orders('shipping'), billing: billing('shipping') };
    const documentProgram = join(programsDir, 'label-documents.mjs');
    return createShippingApp({ ...parts, clients, documentProgram });
  });
  const pickupsConfig = loadConfig(pickupsVariables, environment('pickups'));
  const pickups = await serve('pickups', pickupsConfig, (parts) => {
    const clients = { orders: orders('pickups'), shipping: shipping('pickups'), billing: billing('pickups') };
    return createPickupsApp({ ...parts, clients });
  });

  const gateway = createGatewayApp({
    config: loadConfig(gatewaySettings, environment('gateway')),
    clients: {
      auth: auth('gateway'),
      orders: orders('gateway'),
      shipping: shipping('gateway'),
      pickups: pickups('gateway'),
      customers: customers('gateway'),
      billing: billing('gateway'),
    },
    logger,
    clock,
  });
  await gateway.listen();
  scope.add(gateway.stop);
  processes.gateway = { pid: process.pid };
  release();
  // The clients call as `shipctl`, because the stack creates its demo data as an operator would.
  return {
    clients: {
      auth: auth('shipctl'),
      billing: billing('shipctl'),
      customers: customers('shipctl'),
      orders: orders('shipctl'),
      shipping: shipping('shipctl'),
    },
    processes: () => processes,
  };
}

const onDatabase = (connection: MongoConnection, name: string): MongoConnection => ({
  ...connection,
  db: connection.client.db(name),
});

/**
 * Connects to the bus at `natsUrl`, or creates an in-process bus. The in-process bus delivers nothing before `release`,
 * which is called when every consumer has subscribed. So no consumer misses an event.
 */
async function startBus(context: StackContext, logger: Logger): Promise<{ bus: Bus; release(): void }> {
  const { natsUrl, forwarded, baseUrl: BASE_URL } = context;
  const nats = {
    ...loadConfig(natsVariables, { ...forwarded, DEPLOYMENT_NAME: deploymentName(context) }),
    BASE_URL,
  };
  if (natsUrl !== '') return { bus: await connectBus({ natsUrl, nats, logger }), release: () => undefined };
  const bus = createInProcessBus({ logger, held: true });
  return { bus, release: bus.release };
}
