import { BillingDefinition } from '@parcelyard/contracts/billing';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { startServiceProgram } from '@parcelyard/service-kit/start-service-program';
import { createPickupsApp } from './app';
import { pickupsVariables } from './config';

await startServiceProgram('pickups', pickupsVariables, (context) => {
  const { config, connect } = context;
  const clients = {
    orders: connect('orders', OrdersDefinition, config.ORDERS_ADDRESS),
    shipping: connect('shipping', ShippingDefinition, config.SHIPPING_ADDRESS),
    billing: connect('billing', BillingDefinition, config.BILLING_ADDRESS),
  };
  return createPickupsApp({ ...context, clients });
});
