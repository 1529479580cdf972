import type {
  PlatformConnection as ConnectionMessage,
  ConnectPlatformRequest,
  ListConnectionsRequest,
  ListConnectionsResponse,
} from '@parcelyard/contracts/orders';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { KeyOfferStore } from '../../adapters/mongo/key-offer-store';
import type { PlatformConnection, StoreAccess, WooCommerceHook } from '../../domain/platforms/connection';
import { toConnectionMessage, toStoreAccess } from '../../domain/platforms/platform-message';
import { nextSync } from '../../domain/platforms/sync-schedule';
import { type Platform, PlatformRefused, type Platforms } from '../../ports';
import type { OrdersPorts } from '../orders-ports';

export interface ConnectDependencies
  extends Pick<
    OrdersPorts,
    'connections' | 'shops' | 'writeBacks' | 'platforms' | 'schedule' | 'reachable' | 'clock'
  > {
  newHook(accountId: AccountId): WooCommerceHook;
}

const MAX_NAME = 100;

/**
 * Connects the account's store on a platform, after a call to the store has succeeded. If the store is connected
 * already, replaces its name and credentials.
 * @throws DomainError `invalid_argument` · `failed_precondition` when another store of the platform is connected, or
 * the store refuses the credentials · `unavailable` when it does not answer
 */
export const connectPlatform = async (
  dependencies: ConnectDependencies,
  { accountId, storeName, store }: ConnectPlatformRequest,
): Promise<ConnectionMessage> =>
  connectStore(dependencies, toAccountId(accountId), readStoreName(storeName), toStoreAccess(store));

/** Connects a store with credentials that the owner entered or that the store created for us. */
export async function connectStore(
  { connections, shops, writeBacks, platforms, schedule, reachable, clock, newHook }: ConnectDependencies,
  accountId: AccountId,
  storeName: string,
  given: StoreAccess,
): Promise<ConnectionMessage> {
  const verified = await verify(platforms, storeName, given);
  const access: StoreAccess =
    verified.platform === 'woocommerce' ? { ...verified, hook: newHook(accountId) } : verified;
  const connectedAt = clock.now();
  const canTell = (platforms[access.platform] as Platform).events?.canTell(access) ?? false;
  const connected = await connections.connect(
    {
      accountId,
      storeName,
      connectedAt,
      events: reachable && canTell ? 'wanted' : 'off',
      syncAt: nextSync(schedule, access.platform, connectedAt),
    },
    access,
  );
  const { platform } = access;
  if (!connected) {
    const taken = { platform };
    throw new DomainError('failed_precondition', 'another_store_connected', taken, { field: 'platform' });
  }
  if (access.platform === 'shopify') await shops.noteConnected(access.shop, accountId, connected.connectedAt);
  return toConnectionMessage(connected, await writeBacks.countFailed(accountId, platform));
}

/** @throws DomainError `invalid_argument` */
export function readStoreName(given: string): string {
  const storeName = cleanSavedText(given).trim();
  if (storeName !== '' && storeName.length <= MAX_NAME) return storeName;
  const limits = { min: 1, max: MAX_NAME };
  throw new DomainError('invalid_argument', 'field_length', limits, { field: 'store_name' });
}

export const listConnections = async (
  {
    connections,
    writeBacks,
    reachable,
    shopifyApp,
    offers,
  }: Pick<ConnectDependencies, 'connections' | 'writeBacks' | 'reachable'> & {
    shopifyApp: unknown;
    offers: KeyOfferStore;
  },
  { accountId: account }: ListConnectionsRequest,
): Promise<ListConnectionsResponse> => {
  const accountId = toAccountId(account);
  const withCount = async (store: PlatformConnection) =>
    toConnectionMessage(store, await writeBacks.countFailed(accountId, store.platform));
  const waiting = reachable ? await offers.waiting(accountId) : undefined;
  return {
    platforms: await Promise.all((await connections.list(accountId)).map(withCount)),
    shopifyApp: shopifyApp !== undefined,
    woocommerceKeys: reachable,
    waitingForCode: waiting && {
      storeName: waiting.storeName,
      url: waiting.url,
      expiresAt: waiting.expiresAt,
    },
  };
};

async function verify(platforms: Platforms, storeName: string, access: StoreAccess): Promise<StoreAccess> {
  try {
    return await (platforms[access.platform] as Platform).verify(access);
  } catch (error) {
    throw storeProblem(storeName, error);
  }
}

/** Returns why we cannot use a store, as an error for the owner who wants to connect it. */
export function storeProblem(storeName: string, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const cause = { cause: error };
  if (error instanceof PlatformRefused) {
    const params = { storeName, said: error.reason };
    return new DomainError('failed_precondition', 'store_refused_access', params, cause);
  }
  return new DomainError('unavailable', 'store_no_answer', { storeName }, cause);
}
