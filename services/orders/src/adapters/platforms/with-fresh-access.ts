import type { Clock } from '@parcelyard/service-kit/clock';
import { isGrant } from '../../domain/platforms/connection';
import { PlatformBusy } from '../../ports';
import type { ConnectionStore } from '../mongo/connection-store';
import type { ShopifyApp } from './shopify/shopify-app';

interface Dependencies {
  connections: ConnectionStore;
  app: ShopifyApp | undefined;
  clock: Clock;
}

/** A token is renewed this long before it expires. Reading even a slow page takes less time. */
const MARGIN_MS = 300_000;
const LONGEST_GRANT_MS = 86_400_000;
const PATIENCE_MS = 2_000;

/**
 * Wraps the connection store, so that it never returns an expired token. One process renews a token; meanwhile, the
 * other processes use the old token.
 */
export function withFreshAccess({ connections, app, clock }: Dependencies): ConnectionStore {
  return {
    ...connections,
    openAccess: async (accountId, platform) => {
      const read = await connections.readAccess(accountId, platform);
      if (!read) return undefined;
      const { access, version } = read;
      if (!app || access.platform !== 'shopify' || !isGrant(access.credentials)) return access;
      const leftMs = Date.parse(access.credentials.expiresAt) - clock.now().getTime();
      // No token is valid for longer than LONGEST_GRANT_MS. A later expiry comes from a wrong clock, so the token is
      // renewed.
      if (leftMs > MARGIN_MS && leftMs < LONGEST_GRANT_MS) return access;
      if (!(await connections.claimRenewal(accountId, platform, version))) {
        if (leftMs > 0) return access;
        throw new PlatformBusy(PATIENCE_MS);
      }
      const renewed = await app.renew(access.shop, access.credentials);
      const saved = await connections.saveRenewed(accountId, renewed, version);
      return saved ? renewed : connections.openAccess(accountId, platform);
    },
  };
}
