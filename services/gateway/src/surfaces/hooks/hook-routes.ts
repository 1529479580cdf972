import type { HookDelivery } from '@parcelyard/contracts/common';
import { SELLER_HOOKS } from '@parcelyard/service-kit/hooks/seller-hooks';
import type { GatewayClients } from '../../clients/gateway-clients';

/** An address to which an outside service posts events. */
export interface HookRoute {
  /** For example `/webhooks/woocommerce/:key`. */
  readonly path: string;
  readonly source: HookDelivery['source'];
  /** The request headers that are passed on to the service. */
  readonly headers: readonly string[];
  /** Passes the event to the service that checks and handles it. */
  deliver(clients: HookReceivers, from: { requestId: string }, hook: HookDelivery): Promise<unknown>;
}

export type HookReceivers = Pick<GatewayClients, 'orders' | 'shipping' | 'billing' | 'customers'>;

const toOrders: HookRoute['deliver'] = ({ orders }, from, hook) => orders.receiveHook(from, hook);
const toShipping: HookRoute['deliver'] = ({ shipping }, from, hook) => shipping.receiveHook(from, hook);

const shopify = (...names: string[]) => names.map((name) => `x-shopify-${name}`);
const wooCommerce = (...names: string[]) => names.map((name) => `x-wc-webhook-${name}`);

export const HOOK_ROUTES: readonly HookRoute[] = [
  {
    path: '/webhooks/stripe',
    source: 'stripe',
    headers: ['stripe-signature'],
    deliver: ({ billing }, from, hook) => billing.receiveHook(from, hook),
  },
  // Addresses for sellers of labels, generated from their declarations (`npm run chart`).
  ...SELLER_HOOKS.map((hook) => ({ ...hook, deliver: toShipping })),
  {
    path: '/webhooks/shopify',
    source: 'shopify',
    deliver: toOrders,
    headers: shopify(
      ...['hmac-sha256', 'topic', 'shop-domain', 'webhook-id', 'event-id', 'triggered-at', 'api-version'],
    ),
  },
  {
    path: '/webhooks/woocommerce/:key',
    source: 'woocommerce',
    deliver: toOrders,
    headers: [...wooCommerce('signature', 'topic', 'delivery-id', 'source'), 'content-type'],
  },
  {
    path: '/webhooks/woocommerce-keys/:key',
    source: 'woocommerce_keys',
    deliver: toOrders,
    headers: ['content-type'],
  },
  {
    path: '/webhooks/mail',
    source: 'mail',
    headers: ['authorization', 'content-type'],
    deliver: ({ customers }, from, hook) => customers.receiveHook(from, hook),
  },
];
