import type { AccountId } from '@parcelyard/service-kit/ids';
import type { PlatformConnection } from '../../domain/platforms/connection';
import type { ConnectionStore } from '../../ports';

export const listConnections =
  ({ connections }: { connections: ConnectionStore }) =>
  (accountId: AccountId): Promise<PlatformConnection[]> =>
    connections.list(accountId);
