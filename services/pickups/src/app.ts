import { PickupsDefinition } from '@parcelyard/contracts/pickups';
import { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import { workMetrics } from '@parcelyard/events/work-metrics';
import { idCheck } from '@parcelyard/service-kit/diagnosis/id-check';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { createIdKeeper, type IdKeepingBilling } from '@parcelyard/service-kit/mongo/id-keeper';
import { runMigrations } from '@parcelyard/service-kit/mongo/run-migrations';
import { createSequences } from '@parcelyard/service-kit/mongo/sequences';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import type { ServiceParts } from '@parcelyard/service-kit/start-service-program';
import { createHandlers } from './adapters/grpc/create-handlers';
import {
  createPickupStore,
  fromDocument,
  PICKUPS,
  type PickupDocument,
  pickupIndexes,
} from './adapters/mongo/pickup-store';
import type { PickupsConfig } from './config';
import { migrations } from './migrations/migrations';
import type { BillingPort, OrdersPort, PickupsPorts, ShippingPort } from './ports';
import { LONGEST_PAUSE_MS } from './use-cases/retries';
import { settlePickup } from './use-cases/settle-pickup';

/**
 * How long a worker may work on one pickup. After a crash, another worker continues the pickup when this time is over.
 */
const LEASE_MS = 30_000;
/**
 * Longest pause after repeated failures. It is short, because the merchant can book no other pickup with the carrier on
 * that day until this pickup is settled.
 */
const LONGEST_RETRY_MS = 10_000;

export interface PickupsDependencies extends ServiceParts<Pick<PickupsConfig, 'SERVICE_NAME'>> {
  clients: { orders: OrdersPort; shipping: ShippingPort; billing: BillingPort & IdKeepingBilling };
  /** Longest pause between two checks for due pickups; tests shorten it. */
  settleMaxIdleMs?: number;
}

/** Creates the pickups service: its handlers and the worker that finishes interrupted pickups. */
export async function createPickupsApp(
  dependencies: PickupsDependencies,
): Promise<ServiceApp<PickupsDefinition>> {
  const { config, mongo, clock, logger, failPoint, clients, settleMaxIdleMs } = dependencies;
  await runMigrations(mongo.db, migrations, { clock, logger });
  await ensureIndexes(mongo.db, pickupIndexes);
  const ids = createIdKeeper('pickups', clients.billing);
  const leased = new LeasedCollection<PickupDocument>({
    collection: mongo.db.collection(PICKUPS),
    clock,
    leaseMs: LEASE_MS,
    farthestMs: LONGEST_PAUSE_MS,
  });
  const ports: PickupsPorts = {
    store: createPickupStore(createSequences(mongo.db, ids), leased),
    ...clients,
    clock,
    logger,
    failPoint,
    serviceName: config.SERVICE_NAME,
  };
  const worker = startDueWorker({
    leased,
    name: 'pickups',
    logger,
    longestPauseMs: LONGEST_RETRY_MS,
    handle: (document, { fence }) => settlePickup(ports, { ...fromDocument(document), fence }),
    ...(settleMaxIdleMs === undefined ? {} : { maxIdleMs: settleMaxIdleMs }),
  });
  return {
    definition: PickupsDefinition,
    handlers: createHandlers(ports),
    checks: [idCheck(mongo.db, ids)],
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    metrics: workMetrics({ db: mongo.db, clock, due: [leased] }),
    stop: () => worker.stop(),
  };
}
