import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Running } from '@parcelyard/service-kit/run-program';
import type { Db, UpdateFilter } from 'mongodb';
import { CarrierMismatch } from '../../carriers/carrier-mismatch';
import type { PurchasePorts } from '../../ports';
import { trackParcel } from '../../use-cases/track-parcel';
import { PARCELS, type ParcelDocument, watched } from '../mongo/parcel-watch';

type Ports = Pick<PurchasePorts, 'carriers' | 'orders' | 'clock' | 'logger' | 'mismatched'>;

const LEASE_MS = 60_000;

/** Looks after parcels that are on their way, each when its carrier may know more. */
export function startTrackingWorker(db: Db, ports: Ports): Running {
  const collection = db.collection<ParcelDocument>(PARCELS);
  return startDueWorker<ParcelDocument>({
    collection,
    name: 'tracking',
    leaseMs: LEASE_MS,
    clock: ports.clock,
    logger: ports.logger,
    handle: async (document, { fence }) => {
      const { _id, accountId } = document;
      try {
        const { nextLookAt, ...seen } = await trackParcel(ports, watched(document), document.told ?? []);
        const changes: UpdateFilter<ParcelDocument> = nextLookAt
          ? { $set: { ...seen, dueAt: nextLookAt }, $unset: { leaseUntil: '' } }
          : { $set: seen, $unset: { dueAt: '', leaseUntil: '' } };
        await collection.updateOne({ _id, accountId, fence }, changes);
      } catch (error) {
        if (error instanceof CarrierMismatch) ports.mismatched(error);
        throw error;
      }
    },
  });
}
