import type { AccountId } from '@parcelyard/service-kit/ids';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { PlatformName } from './platform-name';
import type { FulfillmentSettings } from './write-back';

/** What a platform's adapter needs to reach a store; stored sealed. */
export type StoreAccess = SandboxAccess | ShopifyAccess | WooCommerceAccess;

interface SandboxAccess {
  platform: 'sandbox';
  ordersPerDay: number;
}

export interface ShopifyAccess {
  platform: 'shopify';
  /** Such as `mugs.myshopify.com`. */
  shop: string;
  credentials: { accessToken: string } | ShopifyGrant | { clientId: string; clientSecret: string };
}

/** The tokens that the deployment's own app got at its installation; Shopify replaces both at each renewal. */
export interface ShopifyGrant {
  accessToken: string;
  refreshToken: string;
  /** ISO 8601. */
  expiresAt: string;
}

export const isGrant = (credentials: ShopifyAccess['credentials']): credentials is ShopifyGrant =>
  'refreshToken' in credentials;

export interface WooCommerceAccess {
  platform: 'woocommerce';
  /** The address of WordPress, without a trailing slash. */
  url: string;
  consumerKey: string;
  consumerSecret: string;
  /** Where the store sends its events, and the secret that signs them. */
  hook?: WooCommerceHook | undefined;
}

export interface WooCommerceHook {
  /** The last part of the address; begins with the account's id. */
  key: string;
  secret: string;
}

/** Identifies the store on its platform: another store's orders would mix with its orders under the same ids. */
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

/** The fetched changes of a store's orders: everything after `from`, up to and including `through`. */
export interface Coverage {
  from: Date;
  through: Date;
}

export interface PlatformConnection {
  accountId: AccountId;
  platform: PlatformName;
  /** Identifies the store on its platform: `storeOf` of its access. */
  store: string;
  storeName: string;
  status: 'connected' | 'error';
  connectedAt: Date;
  lastSyncAt?: Date | undefined;
  coverage?: Coverage | undefined;
  fulfillment: FulfillmentSettings;
  events: EventsState;
}

/** Whether a store reports changes to us. `wanted`: it is still to be asked. `off`: it cannot, or cannot reach us. */
export type EventsState = 'wanted' | 'on' | 'refused' | 'off';

/** A span of changes to fetch, and what is covered afterwards. */
export interface SyncWindow {
  since: Date;
  until: Date;
  covers: Coverage;
}

/**
 * What an import has to fetch so that every order since `wanted` is here: only changes when earlier imports reach back
 * that far, otherwise everything.
 */
export function nextWindow(coverage: Coverage | undefined, wanted: Date, now: Date): SyncWindow {
  // A future time comes from a wrong clock and says nothing about the days in between.
  const isPossible = coverage && coverage.through <= latestPossible(now, 0);
  const reaches = isPossible && coverage.from <= wanted && wanted <= coverage.through;
  if (!reaches) return { since: wanted, until: now, covers: { from: wanted, through: now } };
  // A clock that was set back must not shorten the period that was fetched.
  const until = now < coverage.through ? coverage.through : now;
  return { since: coverage.through, until, covers: { from: coverage.from, through: until } };
}
