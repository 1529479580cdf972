import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { PlatformConnection, StoreAccess } from '../../domain/platforms/connection';
import type { ConnectionStore } from '../../ports';

const LONGEST_NAME = 100;

/**
 * Connects the account's store on a platform, or renews its name and credentials.
 * @throws DomainError `invalid_argument` · `failed_precondition` when another store of the platform is connected
 */
export const connectPlatform =
  ({ connections, clock }: { connections: ConnectionStore; clock: Clock }) =>
  async (accountId: AccountId, name: string, access: StoreAccess): Promise<PlatformConnection> => {
    const storeName = name.trim();
    if (storeName === '' || storeName.length > LONGEST_NAME) {
      throw new DomainError('invalid_argument', `store_name must have 1 to ${LONGEST_NAME} characters.`, {
        field: 'store_name',
      });
    }
    const connected = await connections.connect({ accountId, storeName, connectedAt: clock.now() }, access);
    if (connected) return connected;
    throw new DomainError(
      'failed_precondition',
      `Another ${access.platform} store is connected to this account; an account has one of each platform.`,
      { field: 'platform' },
    );
  };
