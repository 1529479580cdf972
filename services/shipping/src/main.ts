import { fileURLToPath } from 'node:url';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { connectBus } from '@parcelyard/events/connect-bus';
import { startServiceProgram } from '@parcelyard/service-kit/start-service-program';
import { createShippingApp } from './app';
import { shippingVariables } from './config';

await startServiceProgram('shipping', shippingVariables, async (context) => {
  const { config, logger, connect, closeLast } = context;
  const bus = await connectBus({ natsUrl: config.NATS_URL, nats: config, logger });
  closeLast(bus.close);
  const clients = {
    orders: connect('orders', OrdersDefinition, config.ORDERS_ADDRESS),
    billing: connect('billing', BillingDefinition, config.BILLING_ADDRESS),
  };
  const documentProgram = fileURLToPath(new URL('./label-documents.mjs', import.meta.url));
  return createShippingApp({ ...context, bus, clients, documentProgram });
});
