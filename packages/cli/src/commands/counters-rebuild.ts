import { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { Command } from '../command';

const PATIENCE_MS = 300_000;

export const countersRebuild: Command = {
  usage: 'counters rebuild --account ID',
  options: ['account'],
  positionals: 0,
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    const orders = services.client('orders', OrdersDefinition);
    const { counts } = await orders.rebuildCounters({ accountId }, { timeoutMs: PATIENCE_MS });
    const wrong = counts.filter((row) => row.orders !== row.was).length;
    return { accountId, wrong, counts };
  },
};
