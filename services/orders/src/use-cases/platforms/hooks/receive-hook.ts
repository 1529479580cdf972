import type { HookDelivery } from '@parcelyard/contracts/common';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import { receiveShopify, type ShopifyHookDependencies } from './receive-shopify';

export type HookDependencies = ShopifyHookDependencies;

/** What stores tell us, as a hint to look at them. @throws DomainError as each source has it */
export async function receiveHook(
  dependencies: HookDependencies,
  hook: HookDelivery,
): Promise<Record<never, never>> {
  switch (hook.source) {
    case 'shopify':
      await receiveShopify(dependencies, hook);
      return {};
    default:
      throw hookNotConfigured(hook);
  }
}
