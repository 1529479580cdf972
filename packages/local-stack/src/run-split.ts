import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { channelSecurityVariables, loadConfig } from '@parcelyard/service-kit/config';
import type { Logger } from '@parcelyard/service-kit/logger';
import { createChannelSecurity } from '@parcelyard/service-kit/rpc/channel-security';
import type { ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { superviseOwnProgram } from './processes/own-program';
import type { Supervised } from './processes/supervise';
import type { RunningServices } from './running-services';
import type { Scope } from './scope';
import { SERVICES, type ServiceName, type StackContext, serviceEnvironment } from './service-environment';

interface Options {
  context: StackContext;
  programsDir: string;
  scope: Scope;
  logger: Logger;
  onReplaced(): void;
}

/** Runs every service in its own process, at its address in the context. A killed service is restarted. */
export async function runSplit(options: Options): Promise<RunningServices> {
  const { context, programsDir, scope, logger, onReplaced } = options;
  const { addresses } = context;

  const services = new Map<string, Supervised>();
  // The gateway stops first, so that no new request arrives while the other services finish.
  scope.add(async () => {
    await services.get('gateway')?.stop();
    await Promise.all([...services.values()].map((service) => service.stop()));
  });
  const started = await Promise.allSettled(
    [...SERVICES, 'gateway' as const].map(async (name) => {
      const environment = serviceEnvironment(name, context);
      services.set(name, await superviseOwnProgram({ name, programsDir, environment, onReplaced, logger }));
    }),
  );
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;

  // The stack calls the services as `shipctl`, because it creates its demo data as an operator would.
  const security = createChannelSecurity(
    'shipctl',
    loadConfig(channelSecurityVariables, context.forwarded),
    logger,
  );
  const connect = <S extends ServiceDefinition>(service: ServiceName, definition: S) => {
    const client = createGrpcClient(definition, { address: addresses[service], service, security });
    scope.add(client.close);
    return client.rpc;
  };
  return {
    clients: {
      auth: connect('auth', AuthDefinition),
      billing: connect('billing', BillingDefinition),
      customers: connect('customers-email', CustomersDefinition),
      orders: connect('orders', OrdersDefinition),
      shipping: connect('shipping', ShippingDefinition),
    },
    processes: () => ({
      ...Object.fromEntries(
        SERVICES.map((name) => [name, { pid: services.get(name)?.pid ?? 0, grpc: addresses[name] }]),
      ),
      gateway: { pid: services.get('gateway')?.pid ?? 0 },
    }),
  };
}
