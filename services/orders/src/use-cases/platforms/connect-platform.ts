import type {
  PlatformConnection as ConnectionMessage,
  ConnectPlatformRequest,
  ListConnectionsRequest,
  ListConnectionsResponse,
} from '@parcelyard/contracts/orders';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { ConnectionStore } from '../../adapters/mongo/connection-store';
import type { WriteBackStore } from '../../adapters/mongo/write-back-store';
import type { PlatformConnection, StoreAccess } from '../../domain/platforms/connection';
import { toConnectionMessage, toStoreAccess } from '../../domain/platforms/platform-message';
import { type Platform, PlatformRefused, type Platforms } from '../../ports';

interface Dependencies {
  connections: ConnectionStore;
  writeBacks: WriteBackStore;
  platforms: Platforms;
  clock: Clock;
}

const MAX_NAME = 100;

/**
 * Connects the account's store on a platform, or renews its name and credentials, once the store has let us in.
 * @throws DomainError `invalid_argument` · `failed_precondition` when another store of the platform is connected, or the
 *   store refuses the credentials · `unavailable` when it does not answer
 */
export async function connectPlatform(
  { connections, writeBacks, platforms, clock }: Dependencies,
  { accountId: account, storeName: name, store }: ConnectPlatformRequest,
): Promise<ConnectionMessage> {
  const accountId = toAccountId(account);
  const access = toStoreAccess(store);
  const storeName = cleanSavedText(name).trim();
  if (storeName === '' || storeName.length > MAX_NAME) {
    const limits = { min: 1, max: MAX_NAME };
    throw new DomainError('invalid_argument', 'field_length', limits, { field: 'store_name' });
  }
  const verified = await verify(platforms, storeName, access);
  const connected = await connections.connect({ accountId, storeName, connectedAt: clock.now() }, verified);
  const { platform } = access;
  if (connected) return toConnectionMessage(connected, await writeBacks.countFailed(accountId, platform));
  throw new DomainError(
    'failed_precondition',
    'another_store_connected',
    { platform },
    { field: 'platform' },
  );
}

export const listConnections = async (
  { connections, writeBacks }: Pick<Dependencies, 'connections' | 'writeBacks'>,
  { accountId: account }: ListConnectionsRequest,
): Promise<ListConnectionsResponse> => {
  const accountId = toAccountId(account);
  const withCount = async (store: PlatformConnection) =>
    toConnectionMessage(store, await writeBacks.countFailed(accountId, store.platform));
  return { platforms: await Promise.all((await connections.list(accountId)).map(withCount)) };
};

async function verify(platforms: Platforms, storeName: string, access: StoreAccess): Promise<StoreAccess> {
  try {
    return await (platforms[access.platform] as Platform).verify(access);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof PlatformRefused) {
      const said = error.reason;
      throw new DomainError(
        'failed_precondition',
        'store_refused_access',
        { storeName, said },
        { cause: error },
      );
    }
    throw new DomainError('unavailable', 'store_no_answer', { storeName }, { cause: error });
  }
}
