import type { Empty } from '@parcelyard/contracts/common';
import type {
  DisconnectAppRequest,
  ListConnectedAppsRequest,
  ListConnectedAppsResponse,
} from '@parcelyard/contracts/oauth';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { ConnectedAppStore } from '../adapters/mongo/connected-app-store';
import { isConnected, lastUse, liveConnections } from '../domain/oauth-grant';

/** Returns the apps. The app that was connected last is first. */
export async function listConnectedApps(
  { apps, clock }: { apps: ConnectedAppStore; clock: Clock },
  { accountId }: ListConnectedAppsRequest,
): Promise<ListConnectedAppsResponse> {
  const now = clock.now();
  const connected = (await apps.list(accountId)).filter(({ grants }) => isConnected(grants, now));
  return {
    apps: connected
      .sort((one, other) => other.connectedAt.getTime() - one.connectedAt.getTime())
      .map(({ grants, ...app }) => ({
        ...app,
        lastUsedAt: lastUse(grants),
        connections: liveConnections(grants, now).length,
      })),
  };
}

/** Revokes all access of the app to the account. The app's next request is refused. */
export async function disconnectApp(
  { apps }: { apps: ConnectedAppStore },
  { accountId, appId }: DisconnectAppRequest,
): Promise<Empty> {
  await apps.disconnect(accountId, appId);
  return {};
}
