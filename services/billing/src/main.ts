import { connectBus } from '@parcelyard/events/connect-bus';
import { startServiceProgram } from '@parcelyard/service-kit/start-service-program';
import { createBillingApp } from './app';
import { billingVariables } from './config';

await startServiceProgram('billing', billingVariables, async (context) => {
  const { config, logger, closeLast } = context;
  const bus = await connectBus({ natsUrl: config.NATS_URL, nats: config, logger });
  closeLast(bus.close);
  return createBillingApp({ ...context, bus });
});
