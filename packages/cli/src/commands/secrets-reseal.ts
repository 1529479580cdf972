import type { Command } from '../command';

/** Seals stores' credentials and webhooks' secrets again with the current keys, so that older keys can be removed. */
export const secretsReseal: Command = {
  usage: 'secrets reseal',
  run: async (_args, services) => services.orders.resealSecrets({}, { timeoutMs: 300_000 }),
};
