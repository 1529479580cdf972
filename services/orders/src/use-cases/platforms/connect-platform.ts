import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { PlatformConnection, StoreAccess } from '../../domain/platforms/connection';
import { type ConnectionStore, type Platform, PlatformRefused, type Platforms } from '../../ports';

interface Dependencies {
  connections: ConnectionStore;
  platforms: Platforms;
  clock: Clock;
}

const MAX_NAME = 100;

/**
 * Connects the account's store on a platform, or renews its name and credentials, once the store has let us in.
 * @throws DomainError `invalid_argument` · `failed_precondition` when another store of the platform is connected, or the
 *   store refuses the credentials · `unavailable` when it does not answer
 */
export const connectPlatform =
  ({ connections, platforms, clock }: Dependencies) =>
  async (accountId: AccountId, name: string, access: StoreAccess): Promise<PlatformConnection> => {
    const storeName = name.trim();
    if (storeName === '' || storeName.length > MAX_NAME) {
      throw DomainError.text('invalid_argument', `store_name must have 1 to ${MAX_NAME} characters.`, {
        field: 'store_name',
      });
    }
    const verified = await verify(platforms, storeName, access);
    const connected = await connections.connect({ accountId, storeName, connectedAt: clock.now() }, verified);
    if (connected) return connected;
    throw DomainError.text(
      'failed_precondition',
      `Another ${access.platform} store is connected to this account; an account has one of each platform.`,
      { field: 'platform' },
    );
  };

async function verify(platforms: Platforms, storeName: string, access: StoreAccess): Promise<StoreAccess> {
  try {
    return await (platforms[access.platform] as Platform).verify(access);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof PlatformRefused) {
      throw DomainError.text('failed_precondition', `${storeName} refused the access: ${error.reason}.`, {
        cause: error,
      });
    }
    throw DomainError.text(
      'unavailable',
      `${storeName} did not answer. Nothing was saved; try again later.`,
      {
        cause: error,
      },
    );
  }
}
