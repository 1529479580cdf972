import type { AccountId } from '@parcelyard/service-kit/ids';
import type { PlatformName } from './platform';

/** What a platform's adapter needs to reach a store; kept sealed. */
export interface StoreAccess {
  platform: 'sandbox';
  ordersPerDay: number;
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
