import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { openDemoAccount, seedDemo } from '@parcelyard/local-stack/demo/seed-demo';
import type { Command } from '../command';

export const demoSeed: Command = {
  usage: 'demo seed',
  run: async (_args, services) => {
    const clients = {
      auth: services.client('auth', AuthDefinition),
      billing: services.client('billing', BillingDefinition),
      customers: services.client('customers-email', CustomersDefinition),
      orders: services.client('orders', OrdersDefinition),
    };
    const { account } = await openDemoAccount(clients);
    const created = await seedDemo(clients, account.accountId, new Date());
    return { ...account, created };
  },
};
