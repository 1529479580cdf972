import { LeasedCollection } from '@parcelyard/events/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { Db } from 'mongodb';
import type { TrackingScan } from '../../carriers/carrier-port';
import type { Purchase } from '../../domain/purchase';
import { PARCEL, PURCHASES, type PurchaseDocument, toPurchase } from './purchase-document';

const LEASE_MS = 60_000;
/** Longest until a parcel that is on its way is looked after again. */
export const LONGEST_UNSEEN_MS = 86_400_000;

export const leasedParcels = (db: Db, clock: Clock) =>
  new LeasedCollection<PurchaseDocument>({
    collection: db.collection(PURCHASES),
    clock,
    leaseMs: LEASE_MS,
    within: PARCEL,
    label: 'parcels',
    farthestMs: LONGEST_UNSEEN_MS,
  });

/** A purchase whose parcel was ever watched. */
export interface TrackedPurchase {
  readonly purchase: Purchase;
  /** The scans of the carrier's last answer, oldest first. */
  readonly scans: readonly TrackingScan[];
}

const FEW = 5;

export type ParcelWatch = ReturnType<typeof createParcelWatch>;

/** Parcels that are on their way, each a part of its purchase and looked after when it is due. */
export function createParcelWatch(leased: LeasedCollection<PurchaseDocument>) {
  const { collection, clock } = leased;

  return {
    /** A purchase was written with a parcel that is due then. */
    begun: (dueAt: Date): void => leased.announce(dueAt),

    /** Keeps the scans that are known now, and has the parcel looked after at once, also one whose way seemed over. */
    refreshNow: async (
      accountId: number,
      purchaseId: PurchaseId,
      scans: readonly TrackingScan[],
    ): Promise<void> => {
      // The next fence keeps whoever is looking right now from writing what it saw before.
      await collection.updateOne(
        { _id: purchaseId, accountId },
        {
          $set: { 'parcel.scans': scans, 'parcel.dueAt': clock.now() },
          $unset: { 'parcel.leaseUntil': '' },
          $inc: { 'parcel.fence': 1 },
        },
      );
      leased.announce();
    },

    /** Has the parcel looked after at once; a look that is under way may have come too early, and counts for nothing. */
    lookSoon: async (accountId: number, purchaseId: PurchaseId): Promise<void> => {
      await collection.updateOne(
        { _id: purchaseId, accountId, parcel: { $exists: true } },
        {
          $set: { 'parcel.dueAt': clock.now() },
          $unset: { 'parcel.leaseUntil': '' },
          $inc: { 'parcel.fence': 1 },
        },
      );
      leased.announce();
    },

    /** The parcels of an order of the account, in the order of its labels. */
    ofOrder: async (accountId: number, orderId: number): Promise<readonly TrackedPurchase[]> => {
      const documents = await collection.find({ accountId, orderId }).sort({ generation: 1 }).toArray();
      return documents.flatMap(tracked);
    },

    /** What was sold under this number, to whichever account: carriers use a number again after years. */
    findByTrackingNumber: async (trackingNumber: string): Promise<readonly TrackedPurchase[]> => {
      const documents = await collection
        .find({ 'label.trackingNumber': trackingNumber })
        .limit(FEW)
        .toArray();
      return documents.flatMap(tracked);
    },
  };
}

const tracked = (document: PurchaseDocument): TrackedPurchase[] =>
  document.label && document.parcel
    ? [{ purchase: toPurchase(document), scans: document.parcel.scans ?? [] }]
    : [];
