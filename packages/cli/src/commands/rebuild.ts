import type { Command } from '../command';

const timeoutMs = 300_000;

export const countersRebuild: Command = {
  usage: 'counters rebuild --account ID',
  summary: 'Computes the counters of an account again from all its orders.',
  parameters: {
    '--account': 'Id of the account.',
  },
  services: ['orders'],
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    const { counts } = await services.orders.rebuildCounters({ accountId }, { timeoutMs });
    const wrong = counts.filter((row) => row.orders !== row.was).length;
    return { accountId, wrong, counts };
  },
};

export const reportsRebuild: Command = {
  usage: 'reports rebuild --account ID',
  summary: 'Computes the reports of an account again from all its orders.',
  parameters: {
    '--account': 'Id of the account.',
  },
  services: ['orders'],
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    const { days } = await services.orders.rebuildReports({ accountId }, { timeoutMs });
    return { accountId, days };
  },
};
