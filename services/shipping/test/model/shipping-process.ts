import type {
  ListPurchasesRequest,
  ReconcileAdjustmentsRequest,
  RepairOrderRequest,
} from '@parcelyard/contracts/shipping';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import { toBatch } from '@parcelyard/shipping/adapters/mongo/batch-store';
import { toPurchase } from '@parcelyard/shipping/adapters/mongo/purchase-document';
import { resumePurchase } from '@parcelyard/shipping/use-cases/purchase/drive-purchase';
import { partial } from '@parcelyard/testing/partial';
import type { Process } from '@parcelyard/testing/schedule';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import type { Db } from 'mongodb';
import {
  type AdjustmentStore,
  createAdjustmentStore,
  leasedAdjustments,
} from '../../src/adapters/mongo/adjustment-store';
import { createBatchStore, leasedBatches } from '../../src/adapters/mongo/batch-store';
import { createPurchaseStore, leasedPurchases } from '../../src/adapters/mongo/purchase-store';
import { carryOne } from '../../src/adapters/workers/start-adjustment-workers';
import type { BatchPorts, BillingClient, OrdersClient } from '../../src/ports';
import type { CarrierRegistry } from '../../src/sellers/carrier-registry';
import { runBatch } from '../../src/use-cases/batch/run-batch';
import { listPurchases } from '../../src/use-cases/list-records';
import type { LookPorts } from '../../src/use-cases/look-at-adjustments';
import { type ReconcilePorts, reconcileAdjustments } from '../../src/use-cases/reconcile-adjustments';
import { repairOrder } from '../../src/use-cases/repair-order';
import { modelWorker } from './model-worker';
import type { ModelCarrier } from './outside';

interface Options {
  readonly process: Process;
  readonly db: Db;
  readonly clock: Clock;
  readonly sequences: Sequences;
  readonly carrier: ModelCarrier;
  readonly carriers: CarrierRegistry;
  readonly orders: OrdersClient;
  readonly billing: BillingClient;
  mismatched(mismatch: Error): void;
}

export type ShippingProcess = ReturnType<typeof startShippingProcess>;

export function startShippingProcess(options: Options) {
  const { process, db, clock, sequences, carrier, carriers, orders, billing, mismatched } = options;
  const ports = partial<BatchPorts>({
    purchases: createPurchaseStore(db, clock),
    batches: createBatchStore({ leased: leasedBatches(db, clock), sequences }),
    files: partial({ put: async () => undefined }),
    links: partial({ sign: () => 'link' }),
    watch: partial({ begun: () => undefined }),
    labelSheets: { make: async ({ accountId }) => ({ accountId, purchaseId: '', kind: '' }) },
    mismatched,
    carriers,
    orders,
    billing,
    refundDelayMs: 0,
    clock,
    failPoint: () => undefined,
    logger: silentLogger,
    serviceName: '',
  });
  const leased = leasedAdjustments(db, clock);
  const adjusting: LookPorts & ReconcilePorts & { adjustments: AdjustmentStore } = {
    purchases: ports.purchases,
    orders,
    billing,
    failPoint: () => undefined,
    logger: silentLogger,
    adjustments: createAdjustmentStore(leased),
    sources: [carrier.adjustmentsFor(process)],
  };
  return {
    process,
    ports,
    adjusting,
    handlers: {
      listPurchases: (request: ListPurchasesRequest) => listPurchases(ports.purchases, request),
      reconcileAdjustments: (request: ReconcileAdjustmentsRequest) =>
        reconcileAdjustments(adjusting, request),
      repairOrder: (request: RepairOrderRequest) => repairOrder(ports, request),
    },
    continuePurchase: modelWorker({
      leased: leasedPurchases(db, clock),
      name: 'purchases',
      handle: (document) => resumePurchase(ports, toPurchase(document)),
    }),
    continueBatch: modelWorker({
      leased: leasedBatches(db, clock),
      name: 'batches',
      handle: (document) => runBatch(ports, toBatch(document), () => false),
    }),
    continueAdjustment: modelWorker({
      leased,
      name: 'carrier adjustments',
      handle: (document) => carryOne(leased, adjusting, document),
    }),
  };
}
