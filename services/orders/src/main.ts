import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { connectBus } from '@parcelyard/events/connect-bus';
import { systemClock } from '@parcelyard/service-kit/clock';
import { loadConfig } from '@parcelyard/service-kit/config';
import { createFailPoint } from '@parcelyard/service-kit/fail-point';
import { createLogger } from '@parcelyard/service-kit/logger';
import { connectMongo } from '@parcelyard/service-kit/mongo/connect-mongo';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { runProgram } from '@parcelyard/service-kit/run-program';
import { runService } from '@parcelyard/service-kit/run-service';
import { createOrdersApp } from './app';
import { ordersVariables } from './config';

const config = loadConfig(ordersVariables, process.env);
const logger = createLogger('orders', config.LOG_LEVEL, process.stderr);

await runProgram(logger, async () => {
  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB });
  const bus = await connectBus({ natsUrl: config.NATS_URL, logger });
  const customers = createGrpcClient(CustomersDefinition, { address: config.CUSTOMERS_EMAIL_ADDRESS });
  const app = await createOrdersApp({
    config,
    mongo,
    bus,
    clock: systemClock,
    logger,
    failPoint: createFailPoint(config.FAIL_POINT),
    clients: { customers: customers.rpc },
  });
  const service = await runService(app, {
    grpcListen: config.GRPC_LISTEN,
    adminListen: config.ADMIN_LISTEN,
    logger,
  });
  const ready = { ready: true, grpc: service.grpcAddress, admin: service.adminAddress };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  return {
    stop: async () => {
      await service.stop();
      customers.close();
      await bus.close();
      await mongo.close();
    },
  };
});
