import { randomBytes, randomInt } from 'node:crypto';
import type { Egress } from '@parcelyard/egress/create-egress';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { withoutEndSlashes } from '@parcelyard/service-kit/without-end-slashes';
import type { Db } from 'mongodb';
import type { Customers } from './adapters/clients/customers-client';
import { createConnectionStore, leasedConnections } from './adapters/mongo/connection-store';
import type { ImportJobStore } from './adapters/mongo/import-job-store';
import { createKeyOfferStore, leasedKeyOffers } from './adapters/mongo/key-offer-store';
import type { OrderStore } from './adapters/mongo/order-store';
import { createPrivacyStore, leasedPrivacyRequests } from './adapters/mongo/privacy-store';
import { createSandboxChangeStore } from './adapters/mongo/sandbox-change-store';
import { scheduleConnections } from './adapters/mongo/schedule-connections';
import { createShopStore } from './adapters/mongo/shop-store';
import { createAccessSealer } from './adapters/platforms/access-sealer';
import { createPlatforms } from './adapters/platforms/create-platforms';
import { createInstallStates } from './adapters/platforms/install-states';
import { createShopifyApp, type ShopifyApp } from './adapters/platforms/shopify/shopify-app';
import { createStoreHttp } from './adapters/platforms/store-http';
import { withFreshAccess } from './adapters/platforms/with-fresh-access';
import { readStoreUrl } from './adapters/platforms/woocommerce/store-url';
import { startCodeWorker } from './adapters/workers/start-code-worker';
import { startPrivacyWorker } from './adapters/workers/start-privacy-worker';
import { startStoreWorker } from './adapters/workers/start-store-worker';
import { type OrdersConfig, requireShopifySecret } from './config';
import type { WooCommerceHook } from './domain/platforms/connection';
import { CODE_DIGITS } from './domain/platforms/store-code';
import type { SyncSchedule } from './domain/platforms/sync-schedule';

export type StoresConfig = Pick<
  OrdersConfig,
  | 'BASE_URL'
  | 'SERVICE_NAME'
  | 'PLATFORM_KEYS'
  | 'EGRESS_ALLOW'
  | 'STORE_SYNC_INTERVAL_S'
  | 'SHOPIFY_CLIENT_ID'
  | 'SHOPIFY_CLIENT_SECRET'
>;

interface Dependencies {
  config: StoresConfig;
  db: Db;
  sequences: Sequences;
  egress: Egress;
  jobs: ImportJobStore;
  orders: OrderStore;
  customers: Customers;
  failPoint: FailPoint;
  clock: Clock;
  logger: Logger;
}

/**
 * Starts everything for connected stores except the imports themselves: the calls to stores, and the workers for
 * events, personal data and codes.
 */
export function startStores(dependencies: Dependencies) {
  const { config, db, sequences, egress, jobs, orders, customers, clock, failPoint, logger } = dependencies;
  requireShopifySecret(config);
  const baseUrl = withoutEndSlashes(config.BASE_URL);
  const outgoing = { egress, exceptions: config.EGRESS_ALLOW };
  const sandboxChanges = createSandboxChangeStore(db);
  const hooksUrl = `${baseUrl}/webhooks`;
  const platforms = createPlatforms({ ...outgoing, clock, hooksUrl, sandboxChanges });
  const http = createStoreHttp(outgoing);
  const shopifyApp = openShopifyApp(config, { http, clock, baseUrl });
  const leased = leasedConnections(db, clock);
  const stored = createConnectionStore({ leased, sealer: createAccessSealer(config.PLATFORM_KEYS) });
  const connections = withFreshAccess({ connections: stored, app: shopifyApp, clock });
  const shops = createShopStore(db);
  const schedule: SyncSchedule = { intervalMs: config.STORE_SYNC_INTERVAL_S * 1_000, random: Math.random };
  // Stores send keys and events only to HTTPS addresses.
  const reachable = baseUrl.startsWith('https:');
  const tending = { connections, jobs, shops, platforms, schedule, reachable, clock, logger };
  const worker = startStoreWorker({ leased, ...tending });
  const leasedPrivacy = leasedPrivacyRequests(db, clock);
  const privacy = createPrivacyStore({ sequences, leased: leasedPrivacy });
  const privacyWorker = startPrivacyWorker({
    leased: leasedPrivacy,
    privacy,
    orders,
    customers,
    clock,
    failPoint,
    logger,
  });
  const leasedOffers = leasedKeyOffers(db, clock);
  const offers = createKeyOfferStore(leasedOffers, config.PLATFORM_KEYS);
  const codeWorker = startCodeWorker({ leased: leasedOffers, offers, platforms, logger });
  const scheduled = scheduleConnections({ leased, schedule, logger });
  return {
    connections,
    platforms,
    leased: [leased, leasedPrivacy, leasedOffers],
    ports: {
      ...tending,
      privacy,
      sandboxChanges,
      shopifyApp,
      installStates: createInstallStates(config.PLATFORM_KEYS),
      newHook,
      offers,
      newCode,
      serviceName: config.SERVICE_NAME,
      readStoreUrl: (given: string) => readStoreUrl(http, given),
      absolute: (path: string) => `${baseUrl}${path}`,
    },
    stop: async () => {
      await Promise.all([worker.stop(), privacyWorker.stop(), codeWorker.stop()]);
      await scheduled;
    },
  };
}

function openShopifyApp(
  { SHOPIFY_CLIENT_ID: clientId, SHOPIFY_CLIENT_SECRET: secrets }: StoresConfig,
  { baseUrl, ...rest }: Pick<Parameters<typeof createShopifyApp>[0], 'http' | 'clock'> & { baseUrl: string },
): ShopifyApp | undefined {
  if (!clientId) return undefined;
  return createShopifyApp({ ...rest, clientId, secrets, callbackUrl: `${baseUrl}/shopify/callback` });
}

const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

const newHook = (accountId: AccountId): WooCommerceHook => ({
  key: `${accountId}-${randomBytes(24).toString('base64url')}`,
  secret: randomBytes(32).toString('base64url'),
});
