import { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { PurchaseId } from '@parcelyard/service-kit/ids';
import type { Db } from 'mongodb';
import type { Purchase } from '../../domain/purchase';
import type { TrackingScan } from '../../sellers/carrier-port';
import { PARCEL, PURCHASES, type PurchaseDocument, toPurchase } from './purchase-document';

const LEASE_MS = 60_000;
/** Longest pause between two checks of a parcel that is on its way. */
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

export interface TrackedPurchase {
  readonly purchase: Purchase;
  /** The parcel's scans in the carrier's last answer, oldest first. */
  readonly scans: readonly TrackingScan[];
}

export type ParcelWatch = ReturnType<typeof createParcelWatch>;

/**
 * Stores the tracking of parcels that are on their way. A parcel's tracking is part of its purchase document, and the
 * parcel is checked when it is due.
 */
export function createParcelWatch(leased: LeasedCollection<PurchaseDocument>) {
  const { collection, clock } = leased;
  /**
   * Returns an update that makes the parcel due now. The update increases the fence, so that a check that is already
   * running can no longer write its older scans.
   */
  const lookNow = (fields = {}) => ({
    $set: { ...fields, 'parcel.dueAt': clock.now() },
    $unset: { 'parcel.leaseUntil': '' } as const,
    $inc: { 'parcel.fence': 1 },
  });

  return {
    /** Tells the workers that a parcel is due at this time. Call it after the purchase was written. */
    begun: (dueAt: Date): void => leased.announce(dueAt),

    /** Saves these scans and makes the parcel due now, even if its tracking had ended. */
    refreshNow: async (
      accountId: number,
      purchaseId: PurchaseId,
      scans: readonly TrackingScan[],
    ): Promise<void> => {
      await collection.updateOne({ _id: purchaseId, accountId }, lookNow({ 'parcel.scans': scans }));
      leased.announce();
    },

    lookSoon: async (accountId: number, purchaseId: PurchaseId): Promise<void> => {
      await collection.updateOne({ _id: purchaseId, accountId, parcel: { $exists: true } }, lookNow());
      leased.announce();
    },

    /** Returns the tracked parcels of an order, in the order in which its labels were bought. */
    ofOrder: async (accountId: number, orderId: number): Promise<readonly TrackedPurchase[]> => {
      const documents = await collection.find({ accountId, orderId }).sort({ generation: 1 }).toArray();
      return documents.flatMap(tracked);
    },

    /**
     * Returns all purchases with this tracking number, in all accounts. There may be several, because carriers reuse
     * numbers after years.
     */
    findByTrackingNumber: async (trackingNumber: string): Promise<readonly TrackedPurchase[]> => {
      const documents = await collection.find({ 'label.trackingNumber': trackingNumber }).toArray();
      return documents.flatMap(tracked);
    },
  };
}

const tracked = (document: PurchaseDocument): TrackedPurchase[] =>
  document.label && document.parcel
    ? [{ purchase: toPurchase(document), scans: document.parcel.scans ?? [] }]
    : [];
