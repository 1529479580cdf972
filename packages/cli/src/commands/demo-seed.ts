import { openDemoAccount, seedDemo } from '@parcelyard/local-stack/demo/seed-demo';
import type { Command } from '../command';

export const demoSeed: Command = {
  usage: 'demo seed',
  summary: 'Creates the demo shop with its orders, and prints how to sign in.',
  parameters: {},
  services: ['auth', 'orders', 'customers-email', 'billing'],
  run: async (_args, services) => {
    const { account } = await openDemoAccount(services);
    const created = await seedDemo(services, account.accountId, new Date());
    return { ...account, created };
  },
};
