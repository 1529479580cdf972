import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { connectBus } from '@parcelyard/events/connect-bus';
import { startServiceProgram } from '@parcelyard/service-kit/start-service-program';
import { createCustomersEmailApp } from './app';
import { customersEmailVariables } from './config';

await startServiceProgram('customers-email', customersEmailVariables, async (context) => {
  const { config, logger, connect, closeLast } = context;
  const bus = await connectBus({ natsUrl: config.NATS_URL, nats: config, logger });
  closeLast(bus.close);
  const clients = {
    auth: connect('auth', AuthDefinition, config.AUTH_ADDRESS),
    billing: connect('billing', BillingDefinition, config.BILLING_ADDRESS),
  };
  return createCustomersEmailApp({ ...context, bus, clients });
});
