import { openDemoAccount, seedDemo } from '@parcelyard/local-stack/demo/seed-demo';
import type { Command } from '../command';

export const demoSeed: Command = {
  usage: 'demo seed',
  run: async (_args, services) => {
    const { account } = await openDemoAccount(services);
    const created = await seedDemo(services, account.accountId, new Date());
    return { ...account, created };
  },
};
