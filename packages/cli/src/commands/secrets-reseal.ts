import type { Command } from '../command';

/** Seals stores' credentials and webhooks' secrets again with the current keys, so that older keys can be removed. */
export const secretsReseal: Command = {
  usage: 'secrets reseal',
  summary: 'Seals stored credentials and secrets again with the current keys.',
  parameters: {},
  services: ['orders'],
  run: async (_args, services) => services.orders.resealSecrets({}, { timeoutMs: 300_000 }),
};
