import { type DueDocument, dueIndex, LeasedCollection } from '@parcelyard/events/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription } from 'mongodb';
import type { TrackingScan } from '../../carriers/carrier-port';

export const PARCELS = 'parcels';

export interface WatchedParcel {
  readonly accountId: number;
  readonly purchaseId: string;
  readonly orderId: number;
  readonly carrier: string;
  /** What the carrier knows the label by. */
  readonly carrierReference: string;
  readonly trackingNumber: string;
}

export interface TrackedParcel extends WatchedParcel {
  /** As the carrier last told them, oldest first. */
  readonly scans: readonly TrackingScan[];
}

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

export const leasedParcels = (db: Db, clock: Clock) =>
  new LeasedCollection<ParcelDocument>({ collection: db.collection(PARCELS), clock, leaseMs: 60_000 });

export type ParcelWatch = ReturnType<typeof createParcelWatch>;

/** Parcels that are still on their way, each looked after when it is due. */
export function createParcelWatch(leased: LeasedCollection<ParcelDocument>) {
  const { collection, clock } = leased;
  return {
    /** Idempotent per purchase. */
    begin: async ({ purchaseId, ...parcel }: WatchedParcel): Promise<void> => {
      try {
        await collection.insertOne({ _id: purchaseId, v: 1, ...parcel, told: [], dueAt: clock.now() });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      leased.announce();
    },

    /** Keeps the scans that are known now, and has the parcel looked after at once, also one whose way seemed over. */
    refreshNow: async (
      accountId: number,
      purchaseId: string,
      scans: readonly TrackingScan[],
    ): Promise<void> => {
      // The next fence keeps whoever is looking right now from writing what it saw before.
      await collection.updateOne(
        { _id: purchaseId, accountId },
        { $set: { scans, dueAt: clock.now() }, $unset: { leaseUntil: '' }, $inc: { fence: 1 } },
      );
      leased.announce();
    },

    /** Parcels under this number, of whichever account: carriers use a number again after years. */
    findByTrackingNumber: async (trackingNumber: string): Promise<readonly TrackedParcel[]> => {
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
