import { randomInt } from 'node:crypto';
import type { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { createEgress } from '@parcelyard/egress/create-egress';
import type { Bus } from '@parcelyard/events/bus';
import { consumeEvent } from '@parcelyard/events/consume-event';
import { createDeadLetters } from '@parcelyard/events/dead-letters';
import { startOutboxRelay } from '@parcelyard/events/start-outbox-relay';
import { syncRequested } from '@parcelyard/events/sync-requested';
import { workMetrics } from '@parcelyard/events/work-metrics';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { createCustomersClient } from './adapters/clients/customers-client';
import { createOrdersHandlers } from './adapters/grpc/orders-handlers';
import { createConnectionStore } from './adapters/mongo/connection-store';
import type { CountersDocument } from './adapters/mongo/counters-document';
import { createImportJobStore, type ImportJobDocument } from './adapters/mongo/import-job-store';
import { createMongoIds } from './adapters/mongo/mongo-ids';
import type { OrderDocument } from './adapters/mongo/order-document';
import { orderIndexes } from './adapters/mongo/order-indexes';
import { createOrderStore } from './adapters/mongo/order-store';
import { IMPORT_JOBS, platformIndexes } from './adapters/mongo/platform-indexes';
import { createProductStore, type ProductDocument } from './adapters/mongo/product-store';
import { rebuildCounters } from './adapters/mongo/rebuild-counters';
import type { ReportDayDocument } from './adapters/mongo/report-day-document';
import { MongoReportDays } from './adapters/mongo/report-days';
import { startCountersSweep } from './adapters/mongo/start-counters-sweep';
import { startReportsSweep } from './adapters/mongo/start-reports-sweep';
import { createStatusCounters } from './adapters/mongo/status-counters';
import { WEBHOOKS, webhookIndexes } from './adapters/mongo/webhook-indexes';
import { createAccessSealer } from './adapters/platforms/access-sealer';
import { createPlatforms } from './adapters/platforms/create-platforms';
import { startImportWorker } from './adapters/workers/start-import-worker';
import type { OrdersConfig } from './config';
import type { ImportLimits } from './domain/platforms/import-limits';
import { startWebhooks, type WebhookConfig, type WebhookOutlet } from './start-webhooks';
import { assignPickup } from './use-cases/assign-pickup';
import { bulkCreateOrders } from './use-cases/bulk-create-orders';
import { cancelOrder } from './use-cases/cancel-order';
import { createOrder } from './use-cases/create-order';
import { findOrders } from './use-cases/find-orders';
import { getOrder } from './use-cases/get-order';
import { getOrderRows } from './use-cases/get-order-rows';
import { getOrders } from './use-cases/get-orders';
import { getReport } from './use-cases/get-report';
import { importOrders } from './use-cases/import-orders';
import { importProducts } from './use-cases/import-products';
import { listCustomerOrders } from './use-cases/list-customer-orders';
import { listOrders } from './use-cases/list-orders';
import { listPickupEligible } from './use-cases/list-pickup-eligible';
import { listPickupOrders } from './use-cases/list-pickup-orders';
import { listProducts } from './use-cases/list-products';
import { listReadyToShip } from './use-cases/list-ready-to-ship';
import { lockForPurchase } from './use-cases/lock-for-purchase';
import { markLabelsPrinted } from './use-cases/mark-labels-printed';
import { connectPlatform } from './use-cases/platforms/connect-platform';
import { getSyncStatus } from './use-cases/platforms/get-sync-status';
import { listConnections } from './use-cases/platforms/list-connections';
import { startSync } from './use-cases/platforms/start-sync';
import { rebuildReports } from './use-cases/rebuild-reports';
import { releasePickup } from './use-cases/release-pickup';
import { unlock } from './use-cases/unlock';
import { updateAddress } from './use-cases/update-address';
import { updateOrder } from './use-cases/update-order';

type LimitVariable = Extract<keyof OrdersConfig, `IMPORT_MAX_${string}`>;

export interface OrdersDependencies {
  config: Pick<OrdersConfig, 'PLATFORM_KEYS' | 'EGRESS_ALLOW' | LimitVariable> & WebhookConfig;
  mongo: MongoConnection;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  failPoint: FailPoint;
  clients: { customers: RpcClient<typeof CustomersDefinition> };
  webhookOutlet?: WebhookOutlet;
}

export async function createOrdersApp(
  dependencies: OrdersDependencies,
): Promise<ServiceApp<typeof OrdersDefinition>> {
  const { config, mongo, bus, clock, logger, failPoint, clients } = dependencies;
  await ensureIndexes(mongo.db, { ...orderIndexes, ...platformIndexes, ...webhookIndexes });
  const collection = mongo.db.collection<OrderDocument>('orders');
  const counterDocuments = mongo.db.collection<CountersDocument>('order_counters');
  const counters = createStatusCounters({
    orders: collection,
    counters: counterDocuments,
    clock,
    logger,
  });
  const reports = new MongoReportDays({
    orders: collection,
    days: mongo.db.collection<ReportDayDocument>('report_days'),
    clock,
    logger,
  });
  const relay = startOutboxRelay({ collection, bus, clock, logger });
  const sweep = startCountersSweep({ orders: collection, counters, clock, logger });

  const reportsSweep = startReportsSweep({ reports, logger });

  const ids = createMongoIds(mongo.db);
  const orders = createOrderStore({ collection, counters, reports, wakeRelay: relay.wake });
  const products = createProductStore({
    collection: mongo.db.collection<ProductDocument>('products'),
    productIds: createSequence(mongo.db, 'products', 101),
  });
  const customers = createCustomersClient(clients.customers);
  const random = (below: number) => randomInt(below);
  const placing = { orders, products, customers, ids, clock, random };

  const jobCollection = mongo.db.collection<ImportJobDocument>(IMPORT_JOBS);
  const jobRelay = startOutboxRelay({ collection: jobCollection, bus, clock, logger });
  const connections = createConnectionStore({
    db: mongo.db,
    sealer: createAccessSealer(config.PLATFORM_KEYS),
  });
  const jobs = createImportJobStore({ db: mongo.db, clock, wakeRelay: jobRelay.wake });
  const egress = createEgress({ allow: config.EGRESS_ALLOW });
  const platforms = createPlatforms({ egress, exceptions: config.EGRESS_ALLOW, clock });
  const limits: ImportLimits = {
    pages: config.IMPORT_MAX_PAGES,
    orders: config.IMPORT_MAX_ORDERS,
    megabytes: config.IMPORT_MAX_MB,
    minutes: config.IMPORT_MAX_MINUTES,
  };
  const importing = {
    orders,
    customers,
    ids,
    clock,
    random,
    connections,
    jobs,
    platforms,
    failPoint,
    limits,
  };
  const importWorker = startImportWorker({ db: mongo.db, logger, ...importing });
  const deadLetters = await createDeadLetters(mongo.db, clock);
  const syncConsumer = await consumeEvent(bus, {
    durable: 'orders-sync-requested',
    type: syncRequested,
    // The job itself is the work, and it is due: the event only spares it the wait.
    handle: async () => importWorker.wake(),
    deadLetters,
    logger,
  });

  const webhooks = await startWebhooks({
    ...{ config, db: mongo.db, bus, deadLetters, clock, logger, failPoint, orders, customers },
    outlet: dependencies.webhookOutlet,
  });

  return {
    definition: OrdersDefinition,
    handlers: createOrdersHandlers(
      {
        ...webhooks.useCases,
        deadLetters,
        listOrders: listOrders({ orders }),
        getOrder: getOrder({ orders, customers }),
        findOrders: findOrders({ orders, customers }),
        createOrder: createOrder(placing),
        bulkCreateOrders: bulkCreateOrders(placing),
        updateOrder: updateOrder({ orders, products, customers, ids }),
        updateAddress: updateAddress({ orders, customers }),
        cancelOrder: cancelOrder({ orders, customers }),
        listProducts: listProducts({ products }),
        markLabelsPrinted: markLabelsPrinted({ orders, customers, clock }),
        lockForPurchase: lockForPurchase({ orders, customers }),
        unlock: unlock({ orders }),
        listPickupEligible: listPickupEligible({ orders }),
        listPickupOrders: listPickupOrders({ orders }),
        assignPickup: assignPickup({ orders }),
        releasePickup: releasePickup({ orders }),
        getOrderRows: getOrderRows({ orders }),
        listReadyToShip: listReadyToShip({ orders, customers }),
        getOrders: getOrders({ orders, customers }),
        importOrders: importOrders({ orders, ids, clock, random }),
        importProducts: importProducts({ products }),
        listCustomerOrders: listCustomerOrders({ orders }),
        listConnections: listConnections({ connections }),
        connectPlatform: connectPlatform({ connections, platforms, clock }),
        startSync: startSync({ connections, jobs, clock }),
        getSyncStatus: getSyncStatus({ connections, jobs }),
        getReport: getReport({ reports, clock }),
        rebuildCounters: (account) =>
          rebuildCounters({ orders: collection, documents: counterDocuments, counters }, account),
        rebuildReports: rebuildReports({ reports }),
      },
      { orders, clock },
    ),
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    metrics: [
      ...workMetrics({
        db: mongo.db,
        clock,
        outboxes: ['orders', IMPORT_JOBS],
        due: [IMPORT_JOBS, WEBHOOKS],
        deadLetters,
      }),
      ...webhooks.metrics,
    ],
    stop: async () => {
      await syncConsumer.stop();
      await webhooks.stop();
      await importWorker.stop();
      await Promise.all([relay.stop(), jobRelay.stop(), sweep.stop(), reportsSweep.stop()]);
      await Promise.all([counters.idle(), reports.idle()]);
    },
  };
}
