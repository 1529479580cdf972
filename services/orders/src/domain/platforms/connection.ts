import type { AccountId } from '@parcelyard/service-kit/ids';
import { latestPossible } from '@parcelyard/service-kit/possible-times';
import type { PlatformName } from './platform-name';
import type { FulfillmentSettings } from './write-back';

/** The address and credentials with which we call a store. Stored encrypted. */
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

/** The tokens from the installation of our Shopify app. Each renewal replaces both. */
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
  /** The last part of the address to which the store sends its events. It begins with the account's id. */
  key: string;
  secret: string;
}

/**
 * Returns a text that identifies the store on its platform. It is needed because two stores may use the same order ids.
 */
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

/** Imports have fetched the changes in a store after `from`, up to and including `through`. */
export interface Coverage {
  from: Date;
  through: Date;
}

export interface PlatformConnection {
  accountId: AccountId;
  platform: PlatformName;
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
 * Whether a store reports changes to us. `wanted` means that we still have to ask the store, for the first time or
 * again after a failed attempt or after the credentials could not be read. `refused` means that the store refused and
 * is not asked again. `off` means that the store cannot report changes, or cannot reach us.
 */
export type EventsState = 'wanted' | 'on' | 'refused' | 'off';

/** The period whose changes an import fetches, and the coverage after the import. */
export interface SyncWindow {
  since: Date;
  until: Date;
  covers: Coverage;
}

/**
 * Returns the period to fetch, so that every change since `wanted` is imported. If earlier imports have fetched the
 * changes since `wanted`, only the changes after these imports are fetched.
 */
export function nextWindow(coverage: Coverage | undefined, wanted: Date, now: Date): SyncWindow {
  // If the covered time ends in the future, a clock was wrong, and it is not known which changes were fetched. Then all
  // changes since `wanted` are fetched.
  const isPossible = coverage && coverage.through <= latestPossible(now, 0);
  const coversWanted = isPossible && coverage.from <= wanted && wanted <= coverage.through;
  if (!coversWanted) return { since: wanted, until: now, covers: { from: wanted, through: now } };
  // If the clock was set back, the covered time must not become shorter.
  const until = now < coverage.through ? coverage.through : now;
  return { since: coverage.through, until, covers: { from: coverage.from, through: until } };
}
