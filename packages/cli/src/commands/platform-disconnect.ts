import type { Command } from '../command';

const PLATFORMS = ['sandbox', 'shopify', 'woocommerce'] as const;

/** Deletes a store's credentials; its orders stay. */
export const platformDisconnect: Command = {
  usage: 'platform disconnect --account ID --platform sandbox|shopify|woocommerce',
  summary: "Deletes the credentials of a store; the store's orders stay.",
  parameters: {
    '--account': 'Id of the account.',
    '--platform': 'The sales platform of the store.',
  },
  services: ['orders'],
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    args.requiredText('platform');
    const platform = args.oneOf('platform', PLATFORMS) ?? '';
    await services.orders.disconnectPlatform({ accountId, platform });
    return { accountId, platform, disconnected: true };
  },
};
