import { randomInt } from 'node:crypto';
import type { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition, type Report } from '@parcelyard/contracts/orders';
import { createEgress } from '@parcelyard/egress/create-egress';
import type { Bus } from '@parcelyard/events/bus';
import { busCheck } from '@parcelyard/events/bus-check';
import { consumeEvent } from '@parcelyard/events/consume-event';
import { createDeadLetters } from '@parcelyard/events/dead-letters';
import { writeBackDue } from '@parcelyard/events/event-type';
import { startOutboxRelay } from '@parcelyard/events/start-outbox-relay';
import { workMetrics } from '@parcelyard/events/work-metrics';
import { idCheck } from '@parcelyard/service-kit/diagnosis/id-check';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { createIdKeeper, type IdKeepingBilling } from '@parcelyard/service-kit/mongo/id-keeper';
import { runMigrations } from '@parcelyard/service-kit/mongo/run-migrations';
import { createSequences } from '@parcelyard/service-kit/mongo/sequences';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import type { ServiceParts } from '@parcelyard/service-kit/start-service-program';
import { createCustomersClient } from './adapters/clients/customers-client';
import { createHandlers } from './adapters/grpc/create-handlers';
import type { CountersDocument, DayDocument } from './adapters/mongo/counters-document';
import { createImportJobStore, leasedImportJobs } from './adapters/mongo/import-job-store';
import { createMongoIds } from './adapters/mongo/mongo-ids';
import { createOrderCounters } from './adapters/mongo/order-counters';
import type { OrderDocument } from './adapters/mongo/order-document';
import { orderIndexes } from './adapters/mongo/order-indexes';
import { createOrderStore } from './adapters/mongo/order-store';
import { createOutboxCleaner } from './adapters/mongo/outbox-cleaner';
import { platformIndexes } from './adapters/mongo/platform-indexes';
import { createProductStore, type ProductDocument } from './adapters/mongo/product-store';
import { createRecount } from './adapters/mongo/recount-orders';
import { createRevisionCache } from './adapters/mongo/revision-cache';
import { createSealedSecrets } from './adapters/mongo/sealed-secrets';
import { webhookIndexes } from './adapters/mongo/webhook-indexes';
import { createWriteBackStore, leasedWriteBacks } from './adapters/mongo/write-back-store';
import { startImportWorker } from './adapters/workers/start-import-worker';
import { startWriteBackWorker } from './adapters/workers/start-write-back-worker';
import type { OrdersConfig } from './config';
import type { ImportLimits } from './domain/platforms/import-limits';
import { storeOrderOf } from './domain/platforms/write-back';
import { migrations } from './migrations/migrations';
import { type StoresConfig, startStores } from './start-stores';
import { startWebhooks, type WebhookConfig, type WebhookOutlet } from './start-webhooks';
import { createLookAtStore } from './use-cases/platforms/look-at-store';

type LimitVariable = Extract<keyof OrdersConfig, `IMPORT_MAX_${string}`>;

export interface OrdersDependencies
  extends ServiceParts<Pick<OrdersConfig, LimitVariable> & StoresConfig & WebhookConfig> {
  bus: Bus;
  clients: { customers: RpcClient<typeof CustomersDefinition>; billing: IdKeepingBilling };
  webhookOutlet?: WebhookOutlet;
}

const KEPT_REPORTS = 200;

export async function createOrdersApp(
  dependencies: OrdersDependencies,
): Promise<ServiceApp<typeof OrdersDefinition>> {
  const { config, mongo, bus, clock, logger, failPoint, clients } = dependencies;
  await runMigrations(mongo.db, migrations, { clock, logger });
  await ensureIndexes(mongo.db, { ...orderIndexes, ...platformIndexes, ...webhookIndexes });
  const collection = mongo.db.collection<OrderDocument>('orders');
  const counterDocuments = mongo.db.collection<CountersDocument | DayDocument>('order_counters');
  const counters = createOrderCounters(counterDocuments);
  const cleaner = createOutboxCleaner({ orders: collection, logger });
  const relay = startOutboxRelay({
    collection,
    bus,
    clock,
    logger,
    clearSoon: ({ accountId, _id }, eventIds, settled) =>
      cleaner.clearSoon(accountId, _id, eventIds, settled),
  });

  const keeper = createIdKeeper('orders', clients.billing);
  const sequences = createSequences(mongo.db, keeper);
  const ids = createMongoIds(sequences);
  const orders = createOrderStore({ collection, counters, clock, relay });
  const products = createProductStore({
    collection: mongo.db.collection<ProductDocument>('products'),
    productIds: sequences.create('products', 101),
  });
  const customers = createCustomersClient(clients.customers);
  const random = (below: number) => randomInt(below);

  const leasedJobs = leasedImportJobs(mongo.db, clock);
  const jobs = createImportJobStore({ leased: leasedJobs, sequences });
  const leasedBacks = leasedWriteBacks(mongo.db, clock);
  const writeBacks = createWriteBackStore(leasedBacks);
  const egress = createEgress({ allow: config.EGRESS_ALLOW });
  const stores = startStores({
    config,
    db: mongo.db,
    sequences,
    egress,
    jobs,
    orders,
    customers,
    clock,
    failPoint,
    logger,
  });
  const { connections, platforms } = stores;
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
    writeBacks,
  };
  const importWorker = startImportWorker({ leased: leasedJobs, logger, ...importing });
  const deadLetters = await createDeadLetters(mongo.db, clock);
  const writeBackConsumer = await consumeEvent(bus, {
    durable: 'orders-write-backs',
    type: writeBackDue,
    handle: async ({ accountId, orderId }) => {
      const order = await orders.get(accountId, orderId);
      const store = order && storeOrderOf(order);
      if (store) await writeBacks.request(accountId, orderId, store);
    },
    deadLetters,
    logger,
  });

  const webhooks = await startWebhooks({
    config,
    db: mongo.db,
    sequences,
    bus,
    deadLetters,
    clock,
    logger,
    failPoint,
    orders,
    customers,
    outlet: dependencies.webhookOutlet,
  });

  const sealedSecrets = createSealedSecrets(mongo.db, config, clock);
  const lookAtStore = createLookAtStore({
    orders,
    ids,
    connections,
    platforms,
    clock,
    logger,
  });
  const writeBackWorker = startWriteBackWorker({
    leased: leasedBacks,
    orders,
    ids,
    connections,
    writeBacks,
    platforms,
    clock,
    failPoint,
    logger,
    absolute: webhooks.ports.absolute,
  });

  return {
    definition: OrdersDefinition,
    handlers: createHandlers({
      ...importing,
      ...stores.ports,
      lookAtStore,
      sealedSecrets,
      products,
      counters,
      reports: createRevisionCache<Report>(KEPT_REPORTS),
      deadLetters,
      webhook: webhooks.ports,
      recount: createRecount({ orders: collection, documents: counterDocuments }),
    }),
    checks: [busCheck(bus), idCheck(mongo.db, keeper), ...sealedSecrets.checks],
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    metrics: [
      ...workMetrics({
        db: mongo.db,
        clock,
        outboxes: ['orders'],
        due: [leasedJobs, leasedBacks, ...stores.leased, webhooks.leased],
        deadLetters,
        bus,
      }),
      ...webhooks.metrics,
    ],
    stop: async () => {
      await writeBackConsumer.stop();
      await webhooks.stop();
      await Promise.all([importWorker.stop(), writeBackWorker.stop(), stores.stop()]);
      await relay.stop();
      await cleaner.idle();
    },
  };
}
