import type { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Running } from '@parcelyard/service-kit/run-program';
import type { BatchPorts, PurchasePorts } from '../../ports';
import { CarrierMismatch } from '../../sellers/carrier-mismatch';
import { SellerNotConfigured } from '../../sellers/seller-not-configured';
import { runBatch } from '../../use-cases/batch/run-batch';
import { resumePurchase } from '../../use-cases/purchase/drive-purchase';
import { type ScanPorts, trackParcel } from '../../use-cases/track-parcel';
import { type BatchDocument, toBatch } from '../mongo/batch-store';
import { LONGEST_UNSEEN_MS } from '../mongo/parcel-watch';
import { type PurchaseDocument, toPurchase } from '../mongo/purchase-document';

/** Batches that run at the same time, each of another account. */
const BATCH_CONCURRENCY = 4;
const PURCHASE_CONCURRENCY = 8;
/** The longest pause of a batch after failures. Short, because the merchant is waiting. */
const LONGEST_BATCH_PAUSE_MS = 10_000;
/** The longest time until the work of a crashed process is found. */
const MAX_IDLE_MS = { batches: 10_000, purchases: 10_000, tracking: 60_000 };

/**
 * Buys the labels of batches, and continues batches that were interrupted. After `stop`, the worker begins no further
 * purchase.
 */
export function startBatchWorker(leased: LeasedCollection<BatchDocument>, ports: BatchPorts): Running {
  return startDueWorker({
    leased,
    // One label may take longer than the lease, so the lease is renewed.
    renews: true,
    name: 'batches',
    logger: ports.logger,
    concurrency: BATCH_CONCURRENCY,
    longestPauseMs: LONGEST_BATCH_PAUSE_MS,
    maxIdleMs: MAX_IDLE_MS.batches,
    handle: (document, { mustEnd }) => runBatch(ports, toBatch(document), mustEnd),
  });
}

/** Continues each purchase whose process has crashed or whose pause is over. */
export function startPurchaseWorker(
  leased: LeasedCollection<PurchaseDocument>,
  ports: PurchasePorts,
): Running {
  return startDueWorker({
    leased,
    name: 'purchases',
    logger: ports.logger,
    concurrency: PURCHASE_CONCURRENCY,
    maxIdleMs: MAX_IDLE_MS.purchases,
    handle: (document) => resumePurchase(ports, toPurchase(document)),
  });
}

interface TrackingPorts
  extends Pick<PurchasePorts, 'carriers' | 'logger' | 'mismatched' | 'withoutSeller'>,
    ScanPorts {
  adjustmentsSoon(): Promise<void>;
}

/** The pause for a parcel whose seller is not configured. */
const SELLER_LOOK_MS = 600_000;

export function startTrackingWorker(
  leased: LeasedCollection<PurchaseDocument>,
  ports: TrackingPorts,
): Running {
  return startDueWorker({
    leased,
    name: 'tracking',
    maxIdleMs: MAX_IDLE_MS.tracking,
    logger: ports.logger,
    handle: async (document) => {
      const held = leased.held(document);
      try {
        const told = document.parcel?.told ?? [];
        const { nextLookAt, adjusted, ...seen } = await trackParcel(ports, toPurchase(document), told);
        if (adjusted) await ports.adjustmentsSoon();
        const update = { $set: { 'parcel.told': seen.told, 'parcel.scans': seen.scans } };
        // If somebody refreshed the parcel during this check, the parcel's fence has increased. The older scans of this
        // check are then not written.
        const latest = new Date(ports.clock.now().getTime() + LONGEST_UNSEEN_MS);
        const next = nextLookAt && (nextLookAt < latest ? nextLookAt : latest);
        if (next) await leased.defer(held, next, update);
        else await leased.finish(held, update);
      } catch (error) {
        if (error instanceof CarrierMismatch) ports.mismatched(error, document.terms.seller);
        if (!(error instanceof SellerNotConfigured)) throw error;
        const { _id: purchaseId } = document;
        ports.logger.error(
          { purchaseId, seller: error.seller },
          'a parcel is not tracked: CARRIERS does not contain its seller',
        );
        ports.withoutSeller(error);
        await leased.defer(held, new Date(ports.clock.now().getTime() + SELLER_LOOK_MS));
      }
    },
  });
}
