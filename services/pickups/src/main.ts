import { BillingDefinition } from '@parcelyard/contracts/billing';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { systemClock } from '@parcelyard/service-kit/clock';
import { loadConfig } from '@parcelyard/service-kit/config';
import { createFailPoint } from '@parcelyard/service-kit/fail-point';
import { createLogger } from '@parcelyard/service-kit/logger';
import { connectMongo } from '@parcelyard/service-kit/mongo/connect-mongo';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { runProgram } from '@parcelyard/service-kit/run-program';
import { runService } from '@parcelyard/service-kit/run-service';
import { createPickupsApp } from './app';
import { pickupsVariables } from './config';

const config = loadConfig(pickupsVariables, process.env);
const logger = createLogger('pickups', config.LOG_LEVEL, process.stderr);

await runProgram(logger, async () => {
  const mongo = await connectMongo({
    uri: config.MONGODB_URI,
    database: config.MONGODB_DB ?? 'parcelyard_pickups',
  });
  const orders = createGrpcClient(OrdersDefinition, { address: config.ORDERS_ADDRESS });
  const shipping = createGrpcClient(ShippingDefinition, { address: config.SHIPPING_ADDRESS });
  const billing = createGrpcClient(BillingDefinition, { address: config.BILLING_ADDRESS });
  const app = await createPickupsApp({
    config,
    mongo,
    clock: systemClock,
    logger,
    failPoint: createFailPoint(config.FAIL_POINT),
    clients: { orders: orders.rpc, shipping: shipping.rpc, billing: billing.rpc },
  });
  const service = await runService(app, {
    grpcListen: config.GRPC_LISTEN,
    adminListen: config.ADMIN_LISTEN,
    logger,
  });
  process.stdout.write(
    `${JSON.stringify({ ready: true, grpc: service.grpcAddress, admin: service.adminAddress })}\n`,
  );
  return {
    stop: async () => {
      await service.stop();
      for (const client of [orders, shipping, billing]) client.close();
      await mongo.close();
    },
  };
});
