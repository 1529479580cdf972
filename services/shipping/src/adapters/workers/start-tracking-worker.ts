import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Running } from '@parcelyard/service-kit/run-program';
import type { Db } from 'mongodb';
import type { CarrierRegistry } from '../../carriers/carrier-registry';
import type { OrdersClient } from '../../ports';
import { trackParcel } from '../../use-cases/track-parcel';
import { PARCELS, type ParcelDocument, watched } from '../mongo/parcel-watch';

interface Options {
  db: Db;
  carriers: CarrierRegistry;
  orders: OrdersClient;
  clock: Clock;
  logger: Logger;
}

const LEASE_MS = 60_000;

/** Looks after parcels that are on their way, each when its carrier may know more. */
export function startTrackingWorker({ db, carriers, orders, clock, logger }: Options): Running {
  const collection = db.collection<ParcelDocument>(PARCELS);
  return startDueWorker<ParcelDocument>({
    collection,
    name: 'tracking',
    leaseMs: LEASE_MS,
    clock,
    logger,
    handle: async (document, { fence }) => {
      const { _id, accountId } = document;
      const { applied, nextLookAt, scans } = await trackParcel(
        { carriers, orders },
        watched(document),
        document.applied,
      );
      const filter = { _id, accountId, fence };
      await (nextLookAt
        ? collection.updateOne(filter, {
            $set: { applied, scans, dueAt: nextLookAt },
            $unset: { leaseUntil: '' },
          })
        : collection.updateOne(filter, { $set: { applied, scans }, $unset: { dueAt: '', leaseUntil: '' } }));
    },
  });
}
