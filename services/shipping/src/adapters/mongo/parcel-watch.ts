import { type DueDocument, dueIndex } from '@parcelyard/events/start-due-worker';
import type { Clock } from '@parcelyard/service-kit/clock';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import type { Db, IndexDescription } from 'mongodb';
import type { ParcelWatch, WatchedParcel } from '../../ports';

export const PARCELS = 'parcels';

export interface ParcelDocument extends DueDocument, Omit<WatchedParcel, 'purchaseId'> {
  accountId: number;
  /** The purchase's id. */
  _id: string;
  v: 1;
  /** How many scans orders knows of. */
  applied: number;
}

export const parcelIndexes: readonly IndexDescription[] = [dueIndex];

export function createParcelWatch(db: Db, clock: Clock): ParcelWatch {
  const collection = db.collection<ParcelDocument>(PARCELS);
  return {
    begin: async ({ purchaseId, ...parcel }) => {
      try {
        await collection.insertOne({ _id: purchaseId, v: 1, ...parcel, applied: 0, dueAt: clock.now() });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },

    hurry: async (accountId, purchaseId) => {
      await collection.updateOne({ _id: purchaseId, accountId }, { $set: { dueAt: clock.now() } });
    },
  };
}
