import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { isConnected, lastUse, liveConnections } from '../domain/oauth-grant';
import type { ConnectedApps } from '../ports';

/** An app as its owner sees it among the connected ones. */
export interface ConnectedAppRow {
  appId: string;
  name: string;
  host: string;
  connectedAt: Date;
  lastUsedAt: Date | undefined;
  connections: number;
}

/** The one connected last comes first. */
export const listConnectedApps =
  ({ apps, clock }: { apps: ConnectedApps; clock: Clock }) =>
  async (accountId: AccountId): Promise<ConnectedAppRow[]> => {
    const now = clock.now();
    const connected = (await apps.list(accountId)).filter((app) => isConnected(app, now));
    return connected
      .sort((one, other) => other.connectedAt.getTime() - one.connectedAt.getTime())
      .map((app) => ({
        appId: app.appId,
        name: app.name,
        host: app.host,
        connectedAt: app.connectedAt,
        lastUsedAt: lastUse(app) ?? undefined,
        connections: liveConnections(app, now).length,
      }));
  };
