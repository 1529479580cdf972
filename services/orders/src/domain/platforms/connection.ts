import type { AccountId } from '@parcelyard/service-kit/ids';
import type { PlatformName } from './platform';
import type { FulfillmentSettings } from './write-back';

/** What a platform's adapter needs to reach a store; kept sealed. */
export type StoreAccess = SandboxAccess | ShopifyAccess | WooCommerceAccess;

interface SandboxAccess {
  platform: 'sandbox';
  ordersPerDay: number;
}

export interface ShopifyAccess {
  platform: 'shopify';
  /** Such as `mugs.myshopify.com`. */
  shop: string;
  credentials: { accessToken: string } | { clientId: string; clientSecret: string };
}

export interface WooCommerceAccess {
  platform: 'woocommerce';
  /** Where WordPress is, without a slash at its end. */
  url: string;
  consumerKey: string;
  consumerSecret: string;
}

/** Which store of its platform it is: orders of another one would mix with its orders under the same ids. */
export function storeOf(access: StoreAccess): string {
  switch (access.platform) {
    case 'sandbox':
      return 'sandbox';
    case 'shopify':
      return access.shop;
    case 'woocommerce':
      return access.url;
  }
}

/** Changes of a store's orders that were fetched: everything after `from` up to and including `through`. */
export interface Coverage {
  from: Date;
  through: Date;
}

export interface PlatformConnection {
  accountId: AccountId;
  platform: PlatformName;
  storeName: string;
  status: 'connected' | 'error';
  connectedAt: Date;
  lastSyncAt?: Date | undefined;
  coverage?: Coverage | undefined;
  fulfillment: FulfillmentSettings;
}

/** A span of changes to fetch, and what is covered once that is done. */
export interface SyncWindow {
  since: Date;
  until: Date;
  covers: Coverage;
}

/**
 * What an import has to fetch so that everything after `wanted` is here: only news where earlier imports reach that far
 * back, and all of it where they do not.
 */
export function nextWindow(coverage: Coverage | undefined, wanted: Date, now: Date): SyncWindow {
  const reaches = coverage && coverage.from <= wanted && wanted <= coverage.through;
  if (!reaches) return { since: wanted, until: now, covers: { from: wanted, through: now } };
  // A clock that went back must not make fetched orders unfetched.
  const until = now < coverage.through ? coverage.through : now;
  return { since: coverage.through, until, covers: { from: coverage.from, through: until } };
}
