import type { HookDelivery } from '@parcelyard/contracts/common';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import type { KeyDependencies } from '../begin-woocommerce-keys';
import { receiveShopify, type ShopifyHookDependencies } from './receive-shopify';
import { receiveWooCommerce } from './receive-woocommerce';
import { receiveWooCommerceKeys } from './receive-woocommerce-keys';

export interface HookDependencies extends ShopifyHookDependencies, KeyDependencies {}

/**
 * Receives a request from a store, and passes it to the code of the store's platform. We do not use the content of a
 * store's event, but read from the store again.
 * @throws DomainError the error of the store's platform
 */
export async function receiveHook(
  dependencies: HookDependencies,
  hook: HookDelivery,
): Promise<Record<never, never>> {
  switch (hook.source) {
    case 'shopify':
      await receiveShopify(dependencies, hook);
      return {};
    case 'woocommerce':
      await receiveWooCommerce(dependencies, hook);
      return {};
    case 'woocommerce_keys':
      await receiveWooCommerceKeys(dependencies, hook);
      return {};
    default:
      throw hookNotConfigured(hook);
  }
}
