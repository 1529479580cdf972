import type { AccountId } from '@parcelyard/service-kit/ids';
import type { ConnectedApps } from '../ports';

/** Revokes all that the app has to the account, on every gateway from the next request on; false when it had nothing. */
export const disconnectApp =
  ({ apps }: { apps: ConnectedApps }) =>
  (accountId: AccountId, appId: string): Promise<boolean> =>
    apps.disconnect(accountId, appId);
