import { systemClock } from '@parcelyard/service-kit/clock';
import { loadConfig } from '@parcelyard/service-kit/config';
import { createFailPoint } from '@parcelyard/service-kit/fail-point';
import { createLogger } from '@parcelyard/service-kit/logger';
import { connectMongo } from '@parcelyard/service-kit/mongo/connect-mongo';
import { runProgram } from '@parcelyard/service-kit/run-program';
import { runService } from '@parcelyard/service-kit/run-service';
import { createBillingApp } from './app';
import { billingVariables } from './config';

const config = loadConfig(billingVariables, process.env);
const logger = createLogger('billing', config.LOG_LEVEL, process.stderr);

await runProgram(logger, async () => {
  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB });
  const app = await createBillingApp({
    config,
    mongo,
    clock: systemClock,
    logger,
    failPoint: createFailPoint(config.FAIL_POINT),
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
      await mongo.close();
    },
  };
});
