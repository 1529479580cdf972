import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { documentPrinter } from './adapters/documents/document-printer';
import { createHandlers } from './adapters/grpc/create-handlers';
import { createSealer } from './adapters/jose/create-sealer';
import { createLinkSigner } from './adapters/links/create-link-signer';
import {
  CARRIER_ACCOUNTS,
  carrierAccountIndexes,
  createCarrierAccountStore,
} from './adapters/mongo/carrier-account-store';
import { createLabelFileStore } from './adapters/mongo/label-file-store';
import { createParcelWatch, PARCELS, parcelIndexes } from './adapters/mongo/parcel-watch';
import { PURCHASES, purchaseIndexes } from './adapters/mongo/purchase-document';
import { createPurchaseStore } from './adapters/mongo/purchase-store';
import { createSettingsStore } from './adapters/mongo/settings-store';
import { startPurchaseSweeper } from './adapters/workers/start-purchase-sweeper';
import { startTrackingWorker } from './adapters/workers/start-tracking-worker';
import type { CarrierRegistry } from './carriers/carrier-registry';
import { type CarrierConfig, createCarriers } from './carriers/create-carriers';
import type { ShippingConfig } from './config';
import type { BillingClient, OrdersClient, PurchasePorts } from './ports';

export interface ShippingDependencies {
  config: CarrierConfig & Pick<ShippingConfig, 'SEAL_KEYS' | 'LINK_KEYS' | 'RATE_TTL_S'>;
  mongo: Pick<MongoConnection, 'db' | 'isReachable'>;
  clock: Clock;
  logger: Logger;
  failPoint: FailPoint;
  clients: { orders: OrdersClient; billing: BillingClient };
  /** Puts other carriers beside or in the place of the configured ones. */
  carriers?: (configured: CarrierRegistry) => CarrierRegistry;
}

/** Puts the service together: its indexes, what answers its RPCs, and what looks after purchases and parcels. */
export async function createShippingApp(
  dependencies: ShippingDependencies,
): Promise<ServiceApp<ShippingDefinition>> {
  const { config, mongo, clock, logger, failPoint, clients } = dependencies;
  const { db } = mongo;
  const { orders, billing } = clients;
  await ensureIndexes(db, {
    [PURCHASES]: purchaseIndexes,
    [PARCELS]: parcelIndexes,
    [CARRIER_ACCOUNTS]: carrierAccountIndexes,
  });
  const carrying = await createCarriers({ config, db, clock, logger, printer: documentPrinter });
  const carriers = dependencies.carriers?.(carrying.registry) ?? carrying.registry;

  const purchasing: PurchasePorts = {
    purchases: createPurchaseStore(db, clock),
    files: createLabelFileStore(db, clock),
    links: createLinkSigner(config.LINK_KEYS),
    watch: createParcelWatch(db, clock),
    carriers,
    orders,
    billing,
    clock,
    failPoint,
    logger,
  };
  const handlers = createHandlers({
    ...purchasing,
    settings: createSettingsStore(db),
    sealer: createSealer(config.SEAL_KEYS),
    rateTtlS: config.RATE_TTL_S,
    journal: carrying.journal,
    addresses: carrying.addresses,
    carrierAccounts: createCarrierAccountStore(db),
  });
  const workers = [
    startPurchaseSweeper(db, purchasing),
    startTrackingWorker({ db, carriers, orders, clock, logger }),
  ];
  return {
    definition: ShippingDefinition,
    handlers,
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
