import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Running } from '@parcelyard/service-kit/run-program';
import type { Db } from 'mongodb';
import type { PurchasePorts } from '../../ports';
import { resumePurchase } from '../../use-cases/purchase/resume-purchase';
import { PURCHASES, type PurchaseDocument, toPurchase } from '../mongo/purchase-document';
import { LEASE_MS } from '../mongo/purchase-store';

const INTERVAL_MS = 500;
const AT_ONE_TIME = 8;

/** Takes up every purchase whose driver has gone or that has waited long enough. */
export function startPurchaseSweeper(db: Db, ports: PurchasePorts): Running {
  return startDueWorker<PurchaseDocument>({
    collection: db.collection<PurchaseDocument>(PURCHASES),
    name: 'purchases',
    leaseMs: LEASE_MS,
    clock: ports.clock,
    logger: ports.logger,
    batch: AT_ONE_TIME,
    intervalMs: INTERVAL_MS,
    handle: (document) => resumePurchase(ports, toPurchase(document)),
  });
}
