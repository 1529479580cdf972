import type { ConnectPlatformRequest } from '@parcelyard/contracts/orders';
import { withoutEndSlashes } from '@parcelyard/service-kit/without-end-slashes';
import { type Arguments, UsageError } from '../arguments';
import type { Command } from '../command';

const PLATFORMS = ['sandbox', 'shopify', 'woocommerce'] as const;

/** Connects an account's store, or renews its credentials; calls the store once to test them. */
export const platformConnect: Command = {
  usage:
    'platform connect --account ID --platform sandbox|shopify|woocommerce [--name NAME] [--orders-per-day N] [--shop mugs.myshopify.com (--access-token T | --client-id ID --client-secret S)] [--url https://mugs.example --consumer-key K --consumer-secret S]',
  summary: 'Connects a store, or renews its credentials.',
  parameters: {
    '--account': 'Id of the account.',
    '--platform': 'The sales platform of the store.',
    '--name': 'Name of the store; its address when absent.',
    '--orders-per-day': 'How many orders the sandbox store gets each day.',
    '--shop': 'Shopify: domain of the shop.',
    '--access-token': 'Shopify: token of the Admin API; otherwise give --client-id and --client-secret.',
    '--client-id': 'Shopify: client id of the app.',
    '--client-secret': 'Shopify: client secret of the app.',
    '--url': 'WooCommerce: address of the site.',
    '--consumer-key': 'WooCommerce: key of the REST API.',
    '--consumer-secret': 'WooCommerce: secret of the key.',
  },
  services: ['orders'],
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    args.requiredText('platform');
    const { store, name } = storeOf(args);
    const { platform, storeName, status, connectedAt } = await services.orders.connectPlatform({
      accountId,
      storeName: args.text('name') ?? name,
      store,
    });
    return { accountId, platform, storeName, status, connectedAt };
  },
};

function storeOf(args: Arguments): { store: ConnectPlatformRequest['store']; name: string } {
  switch (args.oneOf('platform', PLATFORMS)) {
    case 'shopify': {
      const shop = args.requiredText('shop');
      const accessToken = args.text('access-token') ?? '';
      const clientId = accessToken ? '' : (args.text('client-id') ?? '');
      const clientSecret = clientId ? args.requiredText('client-secret') : '';
      if (!accessToken && !clientId) {
        throw new UsageError('--access-token, or --client-id with --client-secret, is required.');
      }
      return {
        store: { $case: 'shopify', shopify: { shop, accessToken, clientId, clientSecret } },
        name: shop,
      };
    }
    case 'woocommerce': {
      const url = args.requiredText('url');
      const [consumerKey, consumerSecret] = [
        args.requiredText('consumer-key'),
        args.requiredText('consumer-secret'),
      ];
      const name = withoutEndSlashes(url.replace(/^https?:\/\//, ''));
      return { store: { $case: 'woocommerce', woocommerce: { url, consumerKey, consumerSecret } }, name };
    }
    default: {
      const ordersPerDay = args.id('orders-per-day') ?? 0;
      return { store: { $case: 'sandbox', sandbox: { ordersPerDay } }, name: 'Sandbox store' };
    }
  }
}
