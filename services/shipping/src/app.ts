import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { dueIndex } from '@parcelyard/due-work/leased-collection';
import type { Bus } from '@parcelyard/events/bus';
import { busCheck } from '@parcelyard/events/bus-check';
import { consumeEvent } from '@parcelyard/events/consume-event';
import { createDeadLetters } from '@parcelyard/events/dead-letters';
import { orderRedacted } from '@parcelyard/events/event-type';
import { workMetrics } from '@parcelyard/events/work-metrics';
import type { Clock } from '@parcelyard/service-kit/clock';
import { idCheck } from '@parcelyard/service-kit/diagnosis/id-check';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { createIdKeeper } from '@parcelyard/service-kit/mongo/id-keeper';
import { runMigrations } from '@parcelyard/service-kit/mongo/run-migrations';
import { createSequences } from '@parcelyard/service-kit/mongo/sequences';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { documentPrinter } from './adapters/documents/document-printer';
import { createDocumentThread } from './adapters/documents/document-thread';
import { createHandlers } from './adapters/grpc/create-handlers';
import { createLinkSigner } from './adapters/links/create-link-signer';
import { adjustmentMetrics } from './adapters/mongo/adjustment-metrics';
import {
  ADJUSTMENTS,
  adjustmentIndexes,
  createAdjustmentStore,
  leasedAdjustments,
} from './adapters/mongo/adjustment-store';
import { BATCHES, batchIndexes, createBatchStore, leasedBatches } from './adapters/mongo/batch-store';
import {
  CARRIER_ACCOUNTS,
  carrierAccountIndexes,
  createCarrierAccountStore,
} from './adapters/mongo/carrier-account-store';
import { createJoinedWrites } from './adapters/mongo/joined-writes';
import { createLabelFileStore, labelFileIndexes } from './adapters/mongo/label-file-store';
import { createParcelWatch, leasedParcels } from './adapters/mongo/parcel-watch';
import { PURCHASES, purchaseIndexes } from './adapters/mongo/purchase-document';
import { createPurchaseMetrics } from './adapters/mongo/purchase-metrics';
import { createPurchaseStore, leasedPurchases } from './adapters/mongo/purchase-store';
import { sellersCheck } from './adapters/mongo/sellers-check';
import { createSettingsStore, SETTINGS, settingsIndexes } from './adapters/mongo/settings-store';
import { createSealer } from './adapters/seals/create-sealer';
import {
  LOOKS,
  leasedLooks,
  startAdjustmentLooks,
  startAdjustmentWorker,
} from './adapters/workers/start-adjustment-workers';
import { startMoneyCheck } from './adapters/workers/start-money-check';
import { startBatchWorker, startPurchaseWorker, startTrackingWorker } from './adapters/workers/start-workers';
import type { ShippingConfig } from './config';
import { accountsVariable, isReal } from './domain/seller';
import { migrations } from './migrations/migrations';
import type { BatchPorts, BillingClient, OrdersClient, PurchasePorts } from './ports';
import type { AdjustmentSource } from './sellers/adjustment-source';
import type { CarrierRegistry } from './sellers/carrier-registry';
import { joinSellers } from './sellers/join-sellers';
import { openSellers, type SellersConfig } from './sellers/open-sellers';
import { createLabelSheets } from './use-cases/batch/create-label-sheets';
import { createDrawnFiles } from './use-cases/draw-label-file';
import { lookAtAdjustments } from './use-cases/look-at-adjustments';
import { redactOrder } from './use-cases/redact-order';

export interface ShippingDependencies {
  config: SellersConfig &
    Pick<ShippingConfig, 'SEAL_KEYS' | 'LINK_KEYS' | 'RATE_TTL_S' | 'SERVICE_NAME' | 'VOID_REFUND_DELAY_S'>;
  mongo: Pick<MongoConnection, 'db' | 'isReachable'>;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  failPoint: FailPoint;
  clients: { orders: OrdersClient; billing: BillingClient };
  /** The program of the thread that draws documents. If absent, documents are drawn in the main thread. */
  documentProgram?: string;
  /** Returns the carriers to use in place of the configured ones. */
  carriers?: (configured: CarrierRegistry) => CarrierRegistry;
  /** Returns the sources of adjustments to use in place of the configured ones. */
  adjustments?: (configured: readonly AdjustmentSource[]) => readonly AdjustmentSource[];
}

export async function createShippingApp(
  dependencies: ShippingDependencies,
): Promise<ServiceApp<ShippingDefinition>> {
  const { config, mongo, bus, clock, logger, failPoint, clients } = dependencies;
  const { db } = mongo;
  const { orders, billing } = clients;
  await runMigrations(db, migrations, { clock, logger });
  await ensureIndexes(db, {
    ...labelFileIndexes,
    [PURCHASES]: purchaseIndexes,
    [CARRIER_ACCOUNTS]: carrierAccountIndexes,
    [BATCHES]: batchIndexes,
    [SETTINGS]: settingsIndexes,
    [ADJUSTMENTS]: adjustmentIndexes,
    [LOOKS]: [dueIndex],
  });
  const thread =
    dependencies.documentProgram === undefined
      ? undefined
      : createDocumentThread(dependencies.documentProgram);
  const documents = thread ?? documentPrinter;
  const ids = createIdKeeper('shipping', billing);
  const sequences = createSequences(db, ids);
  const refundDelayMs = config.VOID_REFUND_DELAY_S * 1_000;
  const context = { db, sequences, clock, logger, printer: documents, refundDelayMs };
  const sellers = joinSellers(await openSellers(config, context));
  const carriers = dependencies.carriers?.(sellers.registry) ?? sellers.registry;

  const settings = createSettingsStore(db);
  for (const seller of config.CARRIERS) {
    const variable = accountsVariable(seller);
    if (!variable || carriers.accounts[seller] || !(await settings.hasOwnAccounts(seller))) continue;
    throw new Error(
      `Bad configuration. ${variable}: is required, because a merchant uses an own carrier account`,
    );
  }

  const leased = {
    purchases: leasedPurchases(db, clock),
    parcels: leasedParcels(db, clock),
    batches: leasedBatches(db, clock),
    adjustments: leasedAdjustments(db, clock),
    looks: leasedLooks(db, clock),
  };
  const purchaseMetrics = createPurchaseMetrics(db, clock, config.CARRIERS);
  const purchasing: PurchasePorts = {
    purchases: createPurchaseStore(
      db,
      clock,
      purchaseMetrics.reached,
      leased.purchases,
      createJoinedWrites(leased.purchases.collection),
    ),
    files: createLabelFileStore(db, clock),
    links: createLinkSigner(config.LINK_KEYS),
    watch: createParcelWatch(leased.parcels),
    carriers,
    orders,
    billing,
    refundDelayMs,
    clock,
    failPoint,
    logger,
    mismatched: purchaseMetrics.mismatched,
    withoutSeller: purchaseMetrics.withoutSeller,
  };
  const batching: BatchPorts = {
    ...purchasing,
    batches: createBatchStore({ leased: leased.batches, sequences }),
    settings,
    addresses: sellers.addresses,
    labelSheets: createLabelSheets({ ...purchasing, documents }),
    serviceName: config.SERVICE_NAME,
  };
  const deadLetters = await createDeadLetters(db, clock);
  const adjusting = {
    adjustments: createAdjustmentStore(leased.adjustments),
    sources: dependencies.adjustments?.(sellers.adjustments) ?? sellers.adjustments,
    purchases: purchasing.purchases,
    orders,
    billing,
    failPoint,
    logger,
  };
  const look = async () => (await lookAtAdjustments(adjusting)).unattributed.length;
  const adjustmentLooks = await startAdjustmentLooks({ leased: leased.looks, logger, look });
  const handlers = createHandlers({
    ...batching,
    drawnFiles: createDrawnFiles(purchasing),
    sealer: createSealer(config.SEAL_KEYS),
    rateTtlS: config.RATE_TTL_S,
    journal: sellers.journal,
    carrierAccounts: createCarrierAccountStore(db, sequences),
    readHooks: sellers.readHooks,
    deadLetters,
    adjusting,
    adjustmentsSoon: adjustmentLooks.lookSoon,
  });
  const redactions = await consumeEvent(bus, {
    durable: 'shipping-order-redacted',
    type: orderRedacted,
    handle: (order) => redactOrder(purchasing.purchases, order),
    deadLetters,
    logger,
  });
  const workers = [
    startBatchWorker(leased.batches, batching),
    startPurchaseWorker(leased.purchases, purchasing),
    startTrackingWorker(leased.parcels, { ...purchasing, adjustmentsSoon: adjustmentLooks.lookSoon }),
    startAdjustmentWorker(leased.adjustments, adjusting),
    adjustmentLooks,
  ];
  const money = startMoneyCheck({ billing, logger, realLabels: config.CARRIERS.some(isReal) });
  return {
    definition: ShippingDefinition,
    handlers,
    checks: [
      busCheck(bus),
      idCheck(db, ids),
      ...sellers.checks,
      sellersCheck(db, config.CARRIERS),
      money.check,
    ],
    notReady: async () => [...((await mongo.isReachable()) ? [] : ['mongodb']), ...money.notReady()],
    metrics: [
      ...workMetrics({
        db,
        clock,
        deadLetters,
        bus,
        due: [leased.batches, leased.purchases, leased.parcels, leased.adjustments, leased.looks],
      }),
      ...purchaseMetrics.metrics,
      ...adjustmentMetrics(db, adjusting.adjustments),
    ],
    stop: async () => {
      await redactions.stop();
      await Promise.all(workers.map((worker) => worker.stop()));
      money.stop();
      await thread?.stop();
    },
  };
}
