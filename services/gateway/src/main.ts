import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { PickupsDefinition } from '@parcelyard/contracts/pickups';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { startAdminServer } from '@parcelyard/service-kit/admin-server';
import { systemClock } from '@parcelyard/service-kit/clock';
import { loadConfig } from '@parcelyard/service-kit/config';
import { createLogger } from '@parcelyard/service-kit/logger';
import { createRegistry } from '@parcelyard/service-kit/metrics';
import { createChannelSecurity } from '@parcelyard/service-kit/rpc/channel-security';
import type { ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { runProgram } from '@parcelyard/service-kit/run-program';
import { startTracing } from '@parcelyard/service-kit/tracing/start-tracing';
import { createGatewayApp } from './app';
import { gatewayVariables } from './config';

const config = loadConfig(gatewayVariables, process.env);
// stdout contains only one line with the gateway's address.
const logger = createLogger('gateway', config.LOG_LEVEL, process.stderr);

await runProgram(logger, async () => {
  const tracing = await startTracing('gateway', config, logger);
  const security = createChannelSecurity('gateway', config, logger);
  const closing: (() => void)[] = [];
  const connect = <S extends ServiceDefinition>(service: string, definition: S, address: string) => {
    const { rpc, close } = createGrpcClient(definition, { address, service, security });
    closing.push(close);
    return rpc;
  };
  const clients = {
    auth: connect('auth', AuthDefinition, config.AUTH_ADDRESS),
    orders: connect('orders', OrdersDefinition, config.ORDERS_ADDRESS),
    shipping: connect('shipping', ShippingDefinition, config.SHIPPING_ADDRESS),
    pickups: connect('pickups', PickupsDefinition, config.PICKUPS_ADDRESS),
    customers: connect('customers-email', CustomersDefinition, config.CUSTOMERS_EMAIL_ADDRESS),
    billing: connect('billing', BillingDefinition, config.BILLING_ADDRESS),
  };
  const registry = createRegistry('gateway');
  const app = createGatewayApp({ config, clients, logger, clock: systemClock, registry });
  const admin = await startAdminServer({ listen: config.ADMIN_LISTEN, registry, notReady: app.notReady });
  const { address } = await app.listen();
  process.stdout.write(`${JSON.stringify({ ready: true, http: address, admin: admin.address })}\n`);
  logger.info({ http: address, admin: admin.address }, 'serving');
  return {
    stop: async () => {
      await app.stop();
      for (const close of closing) close();
      await admin.close();
      await tracing.stop();
    },
  };
});
