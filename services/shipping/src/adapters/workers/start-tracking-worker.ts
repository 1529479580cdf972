import { finishing, LeasedCollection } from '@parcelyard/events/leased-collection';
import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Running } from '@parcelyard/service-kit/run-program';
import type { Db } from 'mongodb';
import { CarrierMismatch } from '../../carriers/carrier-mismatch';
import type { PurchasePorts } from '../../ports';
import { trackParcel } from '../../use-cases/track-parcel';
import { PARCELS, type ParcelDocument, watched } from '../mongo/parcel-watch';

type Ports = Pick<PurchasePorts, 'carriers' | 'orders' | 'clock' | 'logger' | 'mismatched'>;

const LEASE_MS = 60_000;

/** Looks after parcels that are on their way, each when its carrier may know more. */
export function startTrackingWorker(db: Db, ports: Ports): Running {
  const leased = new LeasedCollection<ParcelDocument>({
    collection: db.collection(PARCELS),
    clock: ports.clock,
    leaseMs: LEASE_MS,
  });
  return startDueWorker({
    leased,
    name: 'tracking',
    logger: ports.logger,
    handle: async (document, { fence }) => {
      const { _id, accountId } = document;
      const held = { _id, accountId, fence };
      try {
        const { nextLookAt, ...seen } = await trackParcel(ports, watched(document), document.told ?? []);
        // When the parcel was refreshed meanwhile, it has a newer fence, and what was seen here is not written.
        if (nextLookAt) await leased.defer(held, nextLookAt, { $set: seen });
        else await leased.tryWrite(held, finishing<ParcelDocument>({ $set: seen }));
      } catch (error) {
        if (error instanceof CarrierMismatch) ports.mismatched(error);
        throw error;
      }
    },
  });
}
