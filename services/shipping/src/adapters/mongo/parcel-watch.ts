import { type DueDocument, dueIndex } from '@parcelyard/events/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription } from 'mongodb';
import type { TrackingScan } from '../../carriers/carrier-port';
import type { ParcelWatch, WatchedParcel } from '../../ports';

export const PARCELS = 'parcels';

export interface ParcelDocument extends DueDocument, Omit<WatchedParcel, 'purchaseId' | 'carrierReference'> {
  accountId: number;
  /** The purchase's id. */
  _id: string;
  v: 1;
  /** Absent on a parcel of an earlier version, whose carrier knows it by the purchase's id. */
  carrierReference?: string;
  /** Names of the scans that orders was told of, its last word last; what an earlier version counted is told again. */
  told?: readonly string[];
  /** As the carrier last told them, so that a public page asks no carrier. */
  scans?: readonly TrackingScan[];
}

export const parcelIndexes: readonly IndexDescription[] = [
  dueIndex,
  // The one query without an account: a recipient has a tracking number and nothing else.
  { key: { trackingNumber: 1 }, name: 'tracking_number' },
];

const FEW = 5;

export function createParcelWatch(db: Db, clock: Clock): ParcelWatch {
  const collection = db.collection<ParcelDocument>(PARCELS);
  return {
    begin: async ({ purchaseId, ...parcel }) => {
      try {
        await collection.insertOne({ _id: purchaseId, v: 1, ...parcel, told: [], dueAt: clock.now() });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },

    refreshNow: async (accountId, purchaseId, scans) => {
      // The next fence keeps whoever is looking right now from writing what it saw before.
      await collection.updateOne(
        { _id: purchaseId, accountId },
        { $set: { scans, dueAt: clock.now() }, $unset: { leaseUntil: '' }, $inc: { fence: 1 } },
      );
    },

    findByTrackingNumber: async (trackingNumber) => {
      const documents = await collection.find({ trackingNumber }).limit(FEW).toArray();
      return documents.map(({ scans = [], ...document }) => ({ ...watched(document), scans }));
    },
  };
}

/** Whose parcel it is and under what the carrier knows it. */
export function watched({
  _id,
  accountId,
  orderId,
  carrier,
  carrierReference = _id,
  trackingNumber,
}: ParcelDocument): WatchedParcel {
  return { purchaseId: _id, accountId, orderId, carrier, carrierReference, trackingNumber };
}
