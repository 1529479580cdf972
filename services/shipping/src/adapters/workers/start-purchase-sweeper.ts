import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Running } from '@parcelyard/service-kit/run-program';
import type { Db } from 'mongodb';
import type { PurchasePorts } from '../../ports';
import { resumePurchase } from '../../use-cases/purchase/resume-purchase';
import { toPurchase } from '../mongo/purchase-document';
import { leasedPurchases } from '../mongo/purchase-store';

const INTERVAL_MS = 500;
const CONCURRENCY = 8;

/** Takes up every purchase whose driver has gone or that has waited long enough. */
export function startPurchaseSweeper(db: Db, ports: PurchasePorts): Running {
  return startDueWorker({
    leased: leasedPurchases(db, ports.clock),
    name: 'purchases',
    logger: ports.logger,
    concurrency: CONCURRENCY,
    intervalMs: INTERVAL_MS,
    handle: (document) => resumePurchase(ports, toPurchase(document)),
  });
}
