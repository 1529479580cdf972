import type { Egress } from '@parcelyard/egress/create-egress';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Platforms } from '../../ports';
import type { SandboxChangeStore } from '../mongo/sandbox-change-store';
import { createSandboxPlatform } from './sandbox-platform';
import { createShopifyPlatform } from './shopify/shopify-platform';
import { createStoreHttp } from './store-http';
import { createWooCommercePlatform } from './woocommerce/woocommerce-platform';

interface Dependencies {
  egress: Egress;
  /** `host:port` pairs of stores in tests. */
  exceptions: readonly string[];
  clock: Clock;
  /** Where stores send their events, without a trailing slash. */
  hooksUrl: string;
  sandboxChanges: Pick<SandboxChangeStore, 'find' | 'list'>;
}

export function createPlatforms({ clock, hooksUrl, sandboxChanges, ...outgoing }: Dependencies): Platforms {
  const http = createStoreHttp(outgoing);
  return {
    sandbox: createSandboxPlatform(sandboxChanges),
    woocommerce: createWooCommercePlatform(http, clock, `${hooksUrl}/woocommerce`),
    shopify: createShopifyPlatform(http, clock, `${hooksUrl}/shopify`),
  };
}
