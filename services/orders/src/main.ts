import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { connectBus } from '@parcelyard/events/connect-bus';
import { startServiceProgram } from '@parcelyard/service-kit/start-service-program';
import { createOrdersApp } from './app';
import { ordersVariables } from './config';

await startServiceProgram('orders', ordersVariables, async (context) => {
  const { config, logger, connect, closeLast } = context;
  const bus = await connectBus({ natsUrl: config.NATS_URL, nats: config, logger });
  closeLast(bus.close);
  const clients = {
    customers: connect('customers-email', CustomersDefinition, config.CUSTOMERS_EMAIL_ADDRESS),
    billing: connect('billing', BillingDefinition, config.BILLING_ADDRESS),
  };
  return createOrdersApp({ ...context, bus, clients });
});
