import { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { Command } from '../command';

const PATIENCE_MS = 300_000;

export const reportsRebuild: Command = {
  usage: 'reports rebuild --account ID',
  options: ['account'],
  positionals: 0,
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    const orders = services.client('orders', OrdersDefinition);
    const { days } = await orders.rebuildReports({ accountId }, { timeoutMs: PATIENCE_MS });
    return { accountId, days };
  },
};
