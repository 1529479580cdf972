import type { AccountId } from '@parcelyard/service-kit/ids';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { PlatformName } from './platform-name';
import type { FulfillmentSettings } from './write-back';

/** The data with which a platform's adapter accesses a store. Stored sealed. */
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

/** The tokens from the installation of the deployment's own app. Shopify replaces both tokens at each renewal. */
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
  /** The address to which the store sends its events, and the secret that signs them. */
  hook?: WooCommerceHook | undefined;
}

export interface WooCommerceHook {
  /** The last part of the hook's address. It begins with the account's id. */
  key: string;
  secret: string;
}

/** Identifies the store on its platform. Two stores may use the same order ids, so their orders must not mix. */
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

/**
 * The changes of a store's orders that imports have fetched: all changes after `from`, up to and including `through`.
 */
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

/**
 * Whether a store reports changes to us. `wanted`: the store must still be asked to report. `off`: the store cannot
 * report, or cannot reach us.
 */
export type EventsState = 'wanted' | 'on' | 'refused' | 'off';

/** A period whose changes are to be fetched, and the coverage after the fetch. */
export interface SyncWindow {
  since: Date;
  until: Date;
  covers: Coverage;
}

/**
 * Returns what an import must fetch so that every order since `wanted` is here. If earlier imports cover the time since
 * `wanted`, it fetches only changes. Otherwise it fetches everything.
 */
export function nextWindow(coverage: Coverage | undefined, wanted: Date, now: Date): SyncWindow {
  // A time in the future was caused by a wrong clock, so it does not show which days were fetched.
  const isPossible = coverage && coverage.through <= latestPossible(now, 0);
  const coversWanted = isPossible && coverage.from <= wanted && wanted <= coverage.through;
  if (!coversWanted) return { since: wanted, until: now, covers: { from: wanted, through: now } };
  // A clock that was set back must not shorten the period that was fetched.
  const until = now < coverage.through ? coverage.through : now;
  return { since: coverage.through, until, covers: { from: coverage.from, through: until } };
}
